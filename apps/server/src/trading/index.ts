export { requireLine } from './lines.ts'
export { type Listing, listed } from './listed.ts'
export { isExit, newestFirst, optionFinder } from './open.ts'
export { type Asked, type Found, found, listClosedOrders, type Mine, mine, mineValues } from './store.ts'
