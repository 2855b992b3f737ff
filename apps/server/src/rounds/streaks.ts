/** A day of results in figures. A void round is counted, and neither breaks a streak nor adds to it. */
export function streaksOf(statuses: string) {
  const counts = { '1': 0, '2': 0, '3': 0 }
  const longest = { '1': 0, '2': 0 }
  let side: '1' | '2' | null = null
  let run = 0
  for (const status of statuses) {
    if (status !== '1' && status !== '2' && status !== '3') throw new RangeError(`not a decided status: ${status}`)
    counts[status]++
    if (status === '3') continue
    run = status === side ? run + 1 : 1
    side = status
    longest[side] = Math.max(longest[side], run)
  }
  return {
    rounds: statuses.length,
    up: counts['1'],
    down: counts['2'],
    void: counts['3'],
    maxUpStreak: longest['1'],
    maxDownStreak: longest['2'],
  }
}
