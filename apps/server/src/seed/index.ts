export { demoFuturesOptions, seedFuturesOptions } from './futures-options.ts'
export { seedMoney } from './money.ts'
export { demoOverseaOptions, seedOverseaOptions } from './oversea-options.ts'
export { demoRoundOptions, demoSites, seedRoundOptions } from './round-options.ts'
