/** Durable market orders of overseas contracts a second, in the middle of a session: measured and compared as `orders` does it. */
import { contracts } from './support/contracts.ts'
import { measureOrders } from './support/order-rate.ts'

await measureOrders('oversea', contracts, Number(process.argv[2] ?? 6))
