/** The order in which books hear prices and signals, and in which what is left over is worked off: the lowest first. */
export const heard = { trading: 10, copies: 15, futures: 20, oversea: 30, rounds: 40, money: 50 } as const

export const worked = {
  strikes: 10,
  settlement: 20,
  uncovered: 22,
  visits: 24,
  brackets: 25,
  conversions: 26,
  copies: 28,
  shares: 29,
  trading: 30,
  reMargining: 40,
  sessions: 50,
} as const
