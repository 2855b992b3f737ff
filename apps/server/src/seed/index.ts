export { demoFuturesOptions, seedFuturesOptions } from './futures-options.ts'
export { demoRoundOptions, seedRoundOptions } from './round-options.ts'
