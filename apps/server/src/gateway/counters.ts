import { Counter, Gauge, type Registry } from 'prom-client'

/** Plain numbers: the fan-out counts each message, and a labelled metric costs more than the message. */
export class GatewayCounters {
  messages = 0
  bytes = 0
  received = 0
  conflated = 0
  dropped = 0
  refused = 0
}

/** Shows the counters in /metrics. `sockets` and `subscriptions` are read when asked for. */
export function exposeCounters(
  registry: Registry,
  counters: GatewayCounters,
  now: { readonly sockets: number; readonly subscriptions: number },
): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  const counter = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
  gauge('maru_gateway_sockets', 'Open sockets of the live channel', () => now.sockets)
  gauge('maru_gateway_subscriptions', 'Subscriptions of all sockets', () => now.subscriptions)
  counter('maru_gateway_messages_total', 'MESSAGE frames written', () => counters.messages)
  counter('maru_gateway_bytes_total', 'Bytes of MESSAGE frames written', () => counters.bytes)
  counter('maru_gateway_received_total', 'WebSocket messages received', () => counters.received)
  counter('maru_gateway_conflated_total', 'Prices left out for slow sockets', () => counters.conflated)
  counter('maru_gateway_dropped_total', 'Sockets closed because they could not keep up', () => counters.dropped)
  counter('maru_gateway_refused_total', 'Upgrades and CONNECTs refused', () => counters.refused)
}
