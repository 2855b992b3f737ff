export { demoRoundOptions, seedRoundOptions } from './round-options.ts'
