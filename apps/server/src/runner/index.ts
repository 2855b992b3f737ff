export { startRunner } from './runner.ts'
export type { Runner } from './setup.ts'
export { Unavailable } from './unavailable.ts'
