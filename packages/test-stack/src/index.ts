export type { TestStack } from './start-test-stack.ts'
export { startTestStack } from './start-test-stack.ts'
export { TestBrowser } from './test-browser.ts'
