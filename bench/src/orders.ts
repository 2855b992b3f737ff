/**
 * Durable market orders of perpetuals a second through the core and the journal: taken, filled on the first order book after the delay of
 * execution, with position, fill and ledger; against one transaction an order over eight connections, and against the same rows by bare
 * batched writes. Every way has fsync on and the same tables and indexes.
 */
import { measureOrders } from './support/order-rate.ts'
import { perpetuals } from './support/perpetuals.ts'

await measureOrders('orders', perpetuals, Number(process.argv[2] ?? 6))
