export { type Runner, type RunnerOptions, startRunner } from './runner.ts'
export { Unavailable } from './unavailable.ts'
