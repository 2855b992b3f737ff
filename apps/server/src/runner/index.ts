export { type Runner, startRunner } from './runner.ts'
export { Unavailable } from './unavailable.ts'
