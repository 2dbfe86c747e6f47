export declare const ROOT_DIRECTORY: string
export declare const PNPM_DIRECTORY: string
export declare function toolEnvironment(extra?: Readonly<Record<string, string>>): NodeJS.ProcessEnv
