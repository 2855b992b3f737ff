export { cancelsOf } from './cancel.ts'
export { admitOrder, requireLine } from './lines.ts'
export { type Listing, listed } from './listed.ts'
export { isExit, newestFirst } from './open.ts'
export {
  type Asked,
  type Found,
  found,
  foundIn,
  listClosedOrders,
  listFills,
  type Mine,
  mine,
  mineValues,
  orderById,
} from './store.ts'
