export { demoFuturesOptions, seedFuturesOptions } from './futures-options.ts'
export { demoOverseaOptions, seedOverseaOptions } from './oversea-options.ts'
export { demoRoundOptions, seedRoundOptions } from './round-options.ts'
