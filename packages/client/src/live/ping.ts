/** § After each pong wait 2 s, then ping; without a pong in 10 s the connection counts as lost. */
export const pingDelayMs = 2_000
export const pongTimeoutMs = 10_000

export interface Ping {
  start(): void
  pong(): void
  /** Pings at once if it was only waiting: the page came back and wants to know whether the socket still lives. */
  probe(): void
  stop(): void
}

export function createPing(send: () => void, lost: () => void): Ping {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'stopped' | 'waiting' | 'asked' = 'stopped'

  const ask = () => {
    state = 'asked'
    clearTimeout(timer)
    timer = setTimeout(() => {
      state = 'stopped'
      lost()
    }, pongTimeoutMs)
    send()
  }

  return {
    start: ask,
    pong() {
      if (state !== 'asked') return
      state = 'waiting'
      clearTimeout(timer)
      timer = setTimeout(ask, pingDelayMs)
    },
    probe() {
      if (state === 'waiting') ask()
    },
    stop() {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
