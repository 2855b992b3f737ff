/** § After each pong wait 2 s, then ping; without a pong in 10 s the connection counts as lost. */
export const pingDelayMs = 2_000
export const pongTimeoutMs = 10_000
/** A page that came back shows what may be over: it does not wait as long. */
const probeTimeoutMs = 2_000

export interface Ping {
  start(): void
  pong(): void
  /** Pings at once, and waits 2 s for the pong: the page came back and wants to know whether the socket still lives. */
  probe(): void
  stop(): void
}

export function createPing(send: () => void, lost: () => void): Ping {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'stopped' | 'waiting' | 'asked' = 'stopped'

  const ask = (timeoutMs = pongTimeoutMs) => {
    state = 'asked'
    clearTimeout(timer)
    timer = setTimeout(() => {
      state = 'stopped'
      lost()
    }, timeoutMs)
    send()
  }

  return {
    start: () => ask(),
    pong() {
      if (state !== 'asked') return
      state = 'waiting'
      clearTimeout(timer)
      timer = setTimeout(() => ask(), pingDelayMs)
    },
    probe() {
      if (state !== 'stopped') ask(probeTimeoutMs)
    },
    stop() {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
