export { type Runner, startRunner } from './runner.ts'
