export { demoFuturesOptions, seedFuturesOptions } from './futures-options.ts'
export { seedOverseaOptions } from './oversea-options.ts'
export { demoRoundOptions, seedRoundOptions } from './round-options.ts'
