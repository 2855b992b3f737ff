/** A worker process that a test kills: `node outgoing-worker.ts <core connection as JSON> <peer> <lease ms>`. */
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { inProcessBus } from '../src/bus/in-process.ts'
import { openDatabase } from '../src/database/pool.ts'
import { startDispatcher } from '../src/outgoing/dispatcher.ts'
import { createWorker } from '../src/outgoing/worker.ts'
import { peerCourier } from './outgoing-peer.ts'

const [connectionText = '', peer = '', leaseMs = ''] = process.argv.slice(2)
const connection = JSON.parse(connectionText)
const db = openDatabase({ core: connection, api: connection }, () => undefined)
const log = pino({ level: 'silent' })
const couriers = { mail: peerCourier(peer, false), payout: peerCourier(peer, true) }
const now = Date.now
const worker = createWorker({ db, couriers, now, log, metrics: new Registry(), leaseMs: Number(leaseMs) })
await startDispatcher({ db, connection, siteGroup: 'main', bus: inProcessBus(() => undefined), worker, now, log })
