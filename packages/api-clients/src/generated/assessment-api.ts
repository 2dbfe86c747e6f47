/*
 * Written by npm run openapi from docs/api/assessment-api.json. A test fails when it is not up to date.
 */

export interface paths {
    "/v1/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token
         * @description The built-in identity provider. A token is good for 8 hours.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cbom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cryptographic bill of materials
         * @description The signed bill of materials of a project. With `Accept: application/vnd.cyclonedx+json` (also `; version=1.7`), or with `format=cyclonedx`, as a CycloneDX CBOM; the parameter goes before the header. Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["getCbom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cbom/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public keys of the bill of materials
         * @description What a signature is checked with, offline; docs/assessment/cbom-verification.md has the commands. Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["getCbomKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Findings
         * @description Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["getFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Risk score
         * @description Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["getScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cnsa-verdict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * CNSA 2.0 verdict
         * @description Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["getCnsaVerdict"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Migration plan
         * @description Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["getPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report
         * @description Roles: Executive, ConsultantAdmin.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as PDF
         * @description Roles: ConsultantAdmin.
         */
        post: operations["renderReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans under way
         * @description Those that wait or run, whoever asked for them and in whichever way, with how far each is. One that has ended is in the history where it was asked for with `POST /v1/scans`. A scan ends where nobody waits for it any more. Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["listScans"];
        put?: never;
        /**
         * Scan a project
         * @description Scans now, whatever was scanned before. The scan enters the history, also a failed one. Roles: ConsultantAdmin.
         */
        post: operations["createScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Projects
         * @description What can be scanned by a name that is known: projects that were uploaded, folders that are meant for it, and what was scanned before. Each has its latest completed scan. Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Upload a project
         * @description Takes a ZIP archive as a project of this name, in the place of an earlier one; its path stays the same, and so does its history. It is kept until it is removed or the service ends. Nothing is scanned by this. Roles: ConsultantAdmin.
         */
        post: operations["uploadProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an uploaded project
         * @description Its files are removed; its scans stay in the history. Roles: ConsultantAdmin.
         */
        delete: operations["removeProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the caller may do
         * @description For a portal that shows nobody what would be refused. Each endpoint decides all the same. Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["getPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scans that were asked for
         * @description Roles: Executive, ConsultantAdmin, Auditor.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Audit trail
         * @description Roles: ConsultantAdmin.
         */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Questionnaires
         * @description Roles: ConsultantAdmin, Auditor.
         */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A questionnaire
         * @description Roles: ConsultantAdmin, Auditor.
         */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a questionnaire
         * @description A question may be left open and then counts as not done. An answer has a value of the template, whose score counts, or one of its own with a score from 0 to the best of the question; the response says which (`scoreFrom`). Roles: ConsultantAdmin, Auditor.
         */
        post: operations["submitAnswers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Responses to questionnaires
         * @description Roles: ConsultantAdmin, Auditor.
         */
        get: operations["listResponses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questionnaire/responses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A response to a questionnaire
         * @description Roles: ConsultantAdmin, Auditor.
         */
        get: operations["getResponse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Token: {
            token: string;
        };
        ApiError: {
            /** @description The same phrase for every error of this status. */
            error: string;
            /** @description What is wrong, for a person. */
            message?: string;
            /** @description With 400: each fault, with its place in the request, such as `query.project`. */
            details?: {
                path: string;
                message: string;
            }[];
        };
        InvalidCredentials: {
            /** @enum {string} */
            error: "Invalid credentials";
        };
        InternalError: {
            /** @enum {string} */
            error: "Internal server error";
            id: string;
        };
        Cbom: {
            header: {
                version: string;
                /** @description The path that was scanned. */
                projectPath: string;
                /** @description Of the built-in knowledge. */
                kbVersion: string;
                /** @description Knowledge packs beside the built-in one: `extended 1.0.0`. */
                packs?: string[];
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                generatedAt: string;
            };
            assets: components["schemas"]["Asset"][];
            /** @description Base64, over the canonical JSON of header and assets. */
            signature: string;
        };
        Asset: {
            /** @description The same for the same use of the same algorithm, wherever it stands. */
            logicalId: string;
            /** @description `<logicalId>::<file>:<line>` */
            locationalId: string;
            /** @description For example `Signature`. */
            role: string;
            algorithm: string;
            /** @description What the code says: keySize (bits), curve, mode, padding, hash, parameterSet, library, protocol. */
            parameters: {
                [key: string]: string | number;
            };
            riskLevel: components["schemas"]["RiskLevel"];
        };
        /** @enum {string} */
        RiskLevel: "QuantumBroken" | "QuantumVulnerable" | "Mitigable" | "QuantumSafe";
        CycloneDx: {
            /** @enum {string} */
            bomFormat: "CycloneDX";
            /** @enum {string} */
            specVersion: "1.6" | "1.7";
        };
        ScanIncomplete: {
            /** @enum {string} */
            title: "Scan incomplete";
            /** @enum {number} */
            status: 500;
        };
        SigningKeys: {
            keys: {
                keyId: string;
                algorithm: string;
                /** @description PEM (SubjectPublicKeyInfo). */
                publicKey: string;
            }[];
        };
        FindingsSummary: {
            count: number;
            quantumBroken: number;
            quantumVulnerable: number;
            mitigable: number;
            quantumSafe: number;
            findings: components["schemas"]["Finding"][];
            /** @description Of what is shipped. */
            product: {
                count: number;
                quantumBroken: number;
                quantumVulnerable: number;
                mitigable: number;
                quantumSafe: number;
            };
            /** @description Of what only tests it. */
            test: {
                count: number;
                quantumBroken: number;
                quantumVulnerable: number;
                mitigable: number;
                quantumSafe: number;
            };
        };
        Finding: {
            algorithm: string;
            role: string;
            risk: components["schemas"]["RiskLevel"];
            /** @enum {string} */
            confidence: "High" | "Medium" | "Low";
            /** @description The file, relative to the project. */
            location: string;
            line: number;
            description: string;
            /**
             * @description What is shipped, or what only tests it.
             * @enum {string}
             */
            part: "product" | "test";
            /** @description The line of code, shortened, without what may be key material. */
            code: string;
            /** @description Only where CNSA 2.0 asks for something. */
            replacement?: {
                /** @description What takes its place; empty where that is not known before it is looked into. */
                target: string;
                /** @description The year by which CNSA 2.0 wants it done. */
                exclusiveBy: number;
            };
        };
        Sarif: {
            /** @enum {string} */
            version: "2.1.0";
        };
        Score: {
            /** @description 0: all quantum-safe; 1: all quantum-broken. */
            systemScore: number;
            /** @description Distinct algorithm types. */
            componentCount: number;
            /** @description All detections. */
            findingCount: number;
            scale: components["schemas"]["ScoreScale"];
            change?: components["schemas"]["ScoreChange"];
            /** @description Of what is shipped. */
            product: {
                /** @description 0: all quantum-safe; 1: all quantum-broken. */
                systemScore: number;
                /** @description Distinct algorithm types. */
                componentCount: number;
                /** @description All detections. */
                findingCount: number;
            };
            /** @description Of what only tests it. */
            test: {
                /** @description 0: all quantum-safe; 1: all quantum-broken. */
                systemScore: number;
                /** @description Distinct algorithm types. */
                componentCount: number;
                /** @description All detections. */
                findingCount: number;
            };
            coverage: components["schemas"]["Coverage"];
        };
        /** @description How to read the score. */
        ScoreScale: {
            /** @enum {number} */
            best: 0;
            /** @enum {number} */
            worst: 1;
            /** @enum {string} */
            better: "lower";
            /** @description Of this score, such as `high`. */
            band: string;
            meaning: string;
            /** @description All bands, from the best; each holds scores from `from` on. */
            bands: {
                from: number;
                band: string;
                meaning: string;
            }[];
        };
        /** @description Since the last scan of the same project that the history has. */
        ScoreChange: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            since: string;
            /** @description Of that scan. */
            systemScore: number;
            /** @description Below 0 the score became better. */
            difference: number;
            /** @enum {string} */
            direction: "better" | "worse" | "same";
            /** @description How many more findings there are; below 0 there are fewer. */
            findings: number;
        };
        Coverage: {
            filesRead: number;
            /** @description Files and folders that were not read, by reason, such as `too-large` or `parse-failed`. */
            leftOut: {
                [key: string]: number;
            };
            /** @description What .gitignore and .ignore files leave out. */
            ignored: {
                files: number;
                folders: number;
            };
            /** @description Source in languages that a reader understands. */
            understood: {
                files: number;
                bytes: number;
            };
            /** @description Source of which lines are compared with patterns. */
            byText: {
                files: number;
                bytes: number;
            };
            /** @description Source in languages that are known by name only. */
            notUnderstood: {
                files: number;
                bytes: number;
            };
            /** @description Calls of known libraries with an algorithm that the code does not tell, with the first places (`file:line`). */
            unresolved: {
                library: string;
                /** @enum {string} */
                part: "product" | "test";
                count: number;
                places: string[];
            }[];
            languages: {
                files: number;
                bytes: number;
                language: string;
                /** @enum {string} */
                reading: "understood" | "byText" | "notUnderstood";
            }[];
            /** @description Source that no reader understands, that names cryptography, and in which nothing was found. */
            open: {
                count: number;
                files: string[];
            };
            /** @description Not looked into. */
            archives: {
                files: number;
                bytes: number;
            };
            /** @description Compiled programs; not looked into. */
            binaries: {
                files: number;
                bytes: number;
            };
        };
        CnsaVerdict: {
            /**
             * @description `Compliant` only where all was read that may hold code.
             * @enum {string}
             */
            verdict: "Compliant" | "NonCompliant" | "Indeterminate";
            compliant: number;
            nonCompliant: number;
            gaps: {
                algorithm: string;
                gapDescription: string;
                recommendedAction: string;
            }[];
            evidence: {
                profileName: string;
                profileVersion: string;
            };
            /** @description Of what is shipped. */
            product: {
                /**
                 * @description `Compliant` only where all was read that may hold code.
                 * @enum {string}
                 */
                verdict: "Compliant" | "NonCompliant" | "Indeterminate";
                compliant: number;
                nonCompliant: number;
            };
            /** @description Of what only tests it; no verdict instead of `Compliant` where nothing was found in test code. */
            test: {
                /**
                 * @description `Compliant` only where all was read that may hold code.
                 * @enum {string}
                 */
                verdict?: "Compliant" | "NonCompliant" | "Indeterminate";
                compliant: number;
                nonCompliant: number;
            };
            coverage: components["schemas"]["Coverage"];
        };
        MigrationPlan: {
            totalEffortDays: number;
            itemCount: number;
            /** @description Of what is shipped. */
            product: {
                totalEffortDays: number;
                itemCount: number;
            };
            /** @description Of what only tests it. */
            test: {
                totalEffortDays: number;
                itemCount: number;
            };
            items: {
                /** @enum {string} */
                urgency: "Critical" | "High" | "Medium" | "Low";
                algorithm: string;
                target: string;
                effortDays: number;
                rationale: string;
                /** @description The year by which CNSA 2.0 wants it done. */
                exclusiveBy: number;
            }[];
        };
        ScanResult: {
            id: string;
            /** @enum {string} */
            status: "completed" | "failed";
            findings: number;
        };
        ScanUnderWay: {
            path: string;
            /**
             * @description `waiting` where others run first.
             * @enum {string}
             */
            state: "waiting" | "scanning";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            askedAt: string;
            /** @description Grows while folders are still being read. */
            filesFound: number;
            filesRead: number;
            bytesRead: number;
            /** @description Detections so far. */
            findings: number;
        };
        Projects: {
            /** @description Uploads, the folders of ASSESSMENT_ROOTS, and what the history has. */
            projects: components["schemas"]["Project"][];
            /** @description Folders in which a scan may be asked for by path; empty: anywhere. */
            roots: string[];
            limits: {
                /** @description Uploaded projects at once; 0 where none is taken. */
                projects: number;
                archiveBytes: number;
                /** @description Unpacked. */
                bytes: number;
                files: number;
            };
        };
        Project: {
            /** @description What `project` is for this one. */
            path: string;
            name: string;
            /** @description Only of a project that was uploaded here. */
            upload?: {
                files: number;
                /** @description Unpacked. */
                bytes: number;
                /** @description Symbolic links of the archive, which were left out. */
                links: number;
                /** @description Files that the sender has left out of the archive, by its own word. */
                leftOut: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                uploadedAt: string;
            };
            /** @description The latest completed one that the history has. */
            lastScan?: {
                id: string;
                path: string;
                /** @description 0 of a failed scan. */
                findingCount: number;
                /** @description 0 of a failed scan, where it says nothing. */
                score: number;
                /** @enum {string} */
                status: "completed" | "failed";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                timestamp: string;
                /** @description Only of a completed scan. */
                figures?: {
                    /** @enum {string} */
                    verdict: "Compliant" | "NonCompliant" | "Indeterminate";
                    quantumBroken: number;
                    quantumVulnerable: number;
                    mitigable: number;
                    quantumSafe: number;
                    filesRead: number;
                    /** @description Could not be read, left out by ignore files or by the sender of an upload, or in a language that no reader understands. */
                    filesNotAssessed: number;
                    /** @description Left out by ignore files; how many files lie in them is not known. */
                    foldersIgnored: number;
                    /** @description Calls of known libraries with an algorithm that the code does not tell. */
                    unresolvedCalls: number;
                };
            };
            /** @description Scans of it in the history. */
            scanCount: number;
        };
        Permissions: {
            /** @description The claim `unique_name` of the token. */
            name: string;
            role: string;
            /** @description What the role may call: `POST /v1/scans`. */
            endpoints: string[];
        };
        HistoryRecord: {
            id: string;
            path: string;
            /** @description 0 of a failed scan. */
            findingCount: number;
            /** @description 0 of a failed scan, where it says nothing. */
            score: number;
            /** @enum {string} */
            status: "completed" | "failed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            /** @description Only of a completed scan. */
            figures?: {
                /** @enum {string} */
                verdict: "Compliant" | "NonCompliant" | "Indeterminate";
                quantumBroken: number;
                quantumVulnerable: number;
                mitigable: number;
                quantumSafe: number;
                filesRead: number;
                /** @description Could not be read, left out by ignore files or by the sender of an upload, or in a language that no reader understands. */
                filesNotAssessed: number;
                /** @description Left out by ignore files; how many files lie in them is not known. */
                foldersIgnored: number;
                /** @description Calls of known libraries with an algorithm that the code does not tell. */
                unresolvedCalls: number;
            };
        };
        AuditEntry: {
            /** @description The claim `unique_name`, or `anonymous`. */
            actor: string;
            /** @description The HTTP method. */
            action: string;
            /** @description The path of the request. */
            target: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            /** @description `Status: <code>` */
            detail: string;
        };
        TemplateSummary: {
            id: string;
            version: string;
            title: string;
            description: string;
            sectionCount: number;
            questionCount: number;
        };
        QuestionnaireTemplate: {
            id: string;
            version: string;
            title: string;
            description: string;
            /** @description From the lowest. */
            levels: {
                name: string;
                atLeastPercent: number;
            }[];
            sources: {
                [key: string]: {
                    publisher: string;
                    title: string;
                    /** Format: uri */
                    url: string;
                };
            };
            sections: components["schemas"]["Section"][];
        };
        Section: {
            id: string;
            title: string;
            /** @description Within the template. */
            weight: number;
            description: string;
            /** @description By level. */
            advice: {
                [key: string]: string;
            };
            questions: components["schemas"]["Question"][];
        };
        Question: {
            id: string;
            text: string;
            /** @description Within its section. */
            weight: number;
            guidance: string;
            source?: {
                /** @description One of the template’s sources. */
                id: string;
                place?: string;
            };
            options: {
                /** @description What an answer holds. */
                value: string;
                label: string;
                /** @description null: the question does not apply, and does not count. */
                score: number | null;
            }[];
        };
        QuestionnaireResponse: {
            id: string;
            templateId: string;
            templateVersion: string;
            /** Format: date-time */
            submittedAt: string;
            /** @description The claim `unique_name` of the token. */
            submittedBy: string;
            score: {
                readinessPercent: number;
                level: string;
                answeredCount: number;
                questionCount: number;
                sections: components["schemas"]["SectionScore"][];
            };
        };
        SectionScore: {
            sectionId: string;
            title: string;
            readinessPercent: number;
            level: string;
            answeredCount: number;
            questionCount: number;
            advice: string;
            questions: {
                questionId: string;
                /** @description null: left open. */
                value: string | null;
                /** @description null: does not apply. */
                score: number | null;
                maxScore: number;
                /**
                 * @description `answer`: the score that came with a value of its own.
                 * @enum {string}
                 */
                scoreFrom: "template" | "answer";
            }[];
        };
        Submission: {
            templateId: string;
            answers: {
                questionId: string;
                /** @description One of the question’s options, or a value of your own with its score. */
                value: string;
                /** @description From 0 to the best of the question’s options. Counts for a value that the template does not have. */
                score?: number;
            }[];
        };
        ResponseSummary: {
            id: string;
            templateId: string;
            templateVersion: string;
            /** Format: date-time */
            submittedAt: string;
            /** @description The claim `unique_name` of the token. */
            submittedBy: string;
            score: {
                readinessPercent: number;
                level: string;
                answeredCount: number;
                questionCount: number;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example admin-001 */
                    clientId: string;
                    /** @description Not looked at unless TOKEN_SECRET is set. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description The token, to be sent as `Authorization: Bearer ...`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description There is no such client, or the secret is not the configured one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidCredentials"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getCbom: {
        parameters: {
            query: {
                /** @description The folder to scan, as the service sees it; `.` is its working directory. */
                project: string;
                format?: "json" | "cyclonedx";
                /** @description Of CycloneDX; 1.6 if unset. */
                version?: "1.6" | "1.7";
                /** @description Which key signs the bill of materials; a CycloneDX one is always signed with ECDSA. */
                signature?: "ecdsa" | "ml-dsa-87";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bill of materials. `/v1/cbom/key` has the key that its signature is checked with. */
            200: {
                headers: {
                    "content-type": string;
                    vary: "Accept";
                    /** @description The key of the signature, as `/v1/cbom/key` names it. */
                    "x-cbom-key-id": string;
                    /** @description For example `ECDSA-P384-SHA384`. */
                    "x-cbom-signature-algorithm": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cbom"];
                    "application/vnd.cyclonedx+json": components["schemas"]["CycloneDx"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Too many scans wait already; `retry-after` says when to come back. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The scan did not complete; the header `x-scan-failure` says why. Without that header, a failure of the service. */
            500: {
                headers: {
                    /** @description Why the scan did not complete. */
                    "x-scan-failure"?: "not-found" | "not-a-directory" | "unreadable" | "refused" | "limit-reached" | "engine-failed" | "aborted";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanIncomplete"] | components["schemas"]["InternalError"];
                };
            };
        };
    };
    getCbomKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeys"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getFindings: {
        parameters: {
            query: {
                /** @description The folder to scan, as the service sees it; `.` is its working directory. */
                project: string;
                format?: "json" | "sarif";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every finding of a project, with the number of each risk; with `format=sarif` as SARIF 2.1.0. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingsSummary"];
                    "application/sarif+json": components["schemas"]["Sarif"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Too many scans wait already; `retry-after` says when to come back. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The scan did not complete; the header `x-scan-failure` says why. Without that header, a failure of the service. */
            500: {
                headers: {
                    /** @description Why the scan did not complete. */
                    "x-scan-failure"?: "not-found" | "not-a-directory" | "unreadable" | "refused" | "limit-reached" | "engine-failed" | "aborted";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getScores: {
        parameters: {
            query: {
                /** @description The folder to scan, as the service sees it; `.` is its working directory. */
                project: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The score of a project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Score"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Too many scans wait already; `retry-after` says when to come back. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The scan did not complete; the header `x-scan-failure` says why. Without that header, a failure of the service. */
            500: {
                headers: {
                    /** @description Why the scan did not complete. */
                    "x-scan-failure"?: "not-found" | "not-a-directory" | "unreadable" | "refused" | "limit-reached" | "engine-failed" | "aborted";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getCnsaVerdict: {
        parameters: {
            query: {
                /** @description The folder to scan, as the service sees it; `.` is its working directory. */
                project: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How a project stands against CNSA 2.0. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CnsaVerdict"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Too many scans wait already; `retry-after` says when to come back. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The scan did not complete; the header `x-scan-failure` says why. Without that header, a failure of the service. */
            500: {
                headers: {
                    /** @description Why the scan did not complete. */
                    "x-scan-failure"?: "not-found" | "not-a-directory" | "unreadable" | "refused" | "limit-reached" | "engine-failed" | "aborted";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getPlan: {
        parameters: {
            query: {
                /** @description The folder to scan, as the service sees it; `.` is its working directory. */
                project: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What to replace, by what, in which order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MigrationPlan"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Too many scans wait already; `retry-after` says when to come back. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The scan did not complete; the header `x-scan-failure` says why. Without that header, a failure of the service. */
            500: {
                headers: {
                    /** @description Why the scan did not complete. */
                    "x-scan-failure"?: "not-found" | "not-a-directory" | "unreadable" | "refused" | "limit-reached" | "engine-failed" | "aborted";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getReport: {
        parameters: {
            query: {
                /** @description The folder to scan, as the service sees it; `.` is its working directory. */
                project: string;
                format?: "html" | "md";
                /** @description The project's name on the report, instead of that of its folder. */
                name?: string;
                version?: string;
                commit?: string;
                /** @description How the report is to be handled, such as `Internal`. */
                classification?: string;
                /** @description Leads from a finding to its line: `https://code.example/blob/main/{path}#L{line}`. */
                linkTemplate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report, as one HTML file with its style in it or as Markdown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "text/markdown": string;
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Too many scans wait already; `retry-after` says when to come back. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The scan did not complete; the header `x-scan-failure` says why. Without that header, a failure of the service. */
            500: {
                headers: {
                    /** @description Why the scan did not complete. */
                    "x-scan-failure"?: "not-found" | "not-a-directory" | "unreadable" | "refused" | "limit-reached" | "engine-failed" | "aborted";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    renderReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The folder to scan, as the service sees it; `.` is its working directory.
                     * @example .
                     */
                    project: string;
                    /** @description Named on the report; the configured one if unset or empty. */
                    organization?: string;
                    /** @description The project's name on the report, instead of that of its folder. */
                    name?: string;
                    version?: string;
                    commit?: string;
                    /** @description How the report is to be handled, such as `Internal`. */
                    classification?: string;
                    /** @description Leads from a finding to its line: `https://code.example/blob/main/{path}#L{line}`. */
                    linkTemplate?: string;
                    /** @description Who replaces an algorithm until when, by its name; `*` is for all others. */
                    assignments?: {
                        [key: string]: {
                            owner?: string;
                            /** @description `2027-06-30`, or a year. */
                            due?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The report, as a file to download. */
            200: {
                headers: {
                    /** @description `attachment; filename="report-{date}.pdf"` */
                    "content-disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Too many scans wait already; `retry-after` says when to come back. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The scan did not complete; the header `x-scan-failure` says why. Without that header, a failure of the service. */
            500: {
                headers: {
                    /** @description Why the scan did not complete. */
                    "x-scan-failure"?: "not-found" | "not-a-directory" | "unreadable" | "refused" | "limit-reached" | "engine-failed" | "aborted";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listScans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanUnderWay"][];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    createScan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The folder to scan, as the service sees it; `.` is its working directory.
                     * @example .
                     */
                    project: string;
                };
            };
        };
        responses: {
            /** @description The scan completed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanResult"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Too many scans wait already; `retry-after` says when to come back. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The scan failed, with no findings; the header `x-scan-failure` says why. */
            500: {
                headers: {
                    /** @description Why the scan did not complete. */
                    "x-scan-failure"?: "not-found" | "not-a-directory" | "unreadable" | "refused" | "limit-reached" | "engine-failed" | "aborted";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanResult"] | components["schemas"]["InternalError"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Projects"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    uploadProject: {
        parameters: {
            query: {
                /** @description Of the project: letters, digits, `.`, `-` and `_`, at most 64. */
                name: string;
                /** @description How many files the sender has left out of the archive; it is shown with the project. */
                leftOut?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/zip": string;
            };
        };
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description The name or the archive is not valid, or the archive exceeds a limit. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description It does not fit what there is now; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    removeProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the project: letters, digits, `.`, `-` and `_`, at most 64. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description There is no such record. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description It does not fit what there is now; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permissions"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scans that were asked for with `POST /v1/scans`, completed or failed; the oldest leave. A failed one has 0 findings and a score of 0, which say nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryRecord"][];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every POST, PUT, PATCH and DELETE request that arrived, whatever became of it; the oldest leave. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The questionnaires that there are, without their questions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateSummary"][];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The questionnaire with its questions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionnaireTemplate"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description There is no such record. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    submitAnswers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Submission"];
            };
        };
        responses: {
            /** @description The response with its score. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionnaireResponse"];
                };
            };
            /** @description The submission is not valid; `details` names each question at fault. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description There is no such record. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    listResponses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The responses with their scores; the oldest leave. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseSummary"][];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
    getResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response with its score in detail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionnaireResponse"];
                };
            };
            /** @description No token, or one that is not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The role of the token may not use this endpoint. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description There is no such record. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A failure of the service; the id is in its log. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
}
