export { startRunner } from './runner.ts'
export type { Runner } from './setup.ts'
export { standBy } from './standby.ts'
export { Unavailable } from './unavailable.ts'
