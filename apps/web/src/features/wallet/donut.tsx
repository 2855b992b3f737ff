export interface Slice {
  readonly name: string
  readonly value: number
  readonly color: string
}

const radius = 44
const around = 2 * Math.PI * radius
const gap = 4

/** Shares of a whole in percent with one decimal; they add up to 100.0 (largest remainder). */
export function sharesOf(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total <= 0) return values.map(() => 0)
  const exact = values.map((value) => (value / total) * 1000)
  const whole = exact.map(Math.floor)
  const rest = 1000 - whole.reduce((sum, value) => sum + value, 0)
  const byRemainder = exact.map((value, index) => ({ index, left: value % 1 })).toSorted((a, b) => b.left - a.left)
  for (const { index } of byRemainder.slice(0, rest)) whole[index] = (whole[index] ?? 0) + 1
  return whole.map((value) => value / 10)
}

/** A ring of shares; the words beside it say the same. */
export function Donut({ slices, label, hidden }: { slices: readonly Slice[]; label: string; hidden: boolean }) {
  const shares = sharesOf(slices.map(({ value }) => value))
  const shown = slices.map((slice, index) => ({ ...slice, share: shares[index] ?? 0 })).filter(({ share }) => share > 0)
  const room = shown.length > 1 ? gap : 0
  let start = 0
  const arcs = shown.map((slice) => {
    const from = start
    start += (slice.share / 100) * around
    return { ...slice, from, length: Math.max(1, (slice.share / 100) * around - room) }
  })
  const first = shown[0]
  return (
    <svg viewBox="0 0 112 112" role="img" aria-label={label}>
      {arcs.length === 0 && <circle r={radius} cx="56" cy="56" fill="none" stroke="var(--control)" strokeWidth="16" />}
      {arcs.map(({ name, color, from, length }) => (
        <circle
          key={name}
          r={radius}
          cx="56"
          cy="56"
          fill="none"
          stroke={color}
          strokeWidth="16"
          strokeDasharray={`${length} ${around - length}`}
          strokeDashoffset={-from - room / 2}
          transform="rotate(-90 56 56)"
        />
      ))}
      <text x="56" y="52" textAnchor="middle" className="donut-k">
        {first?.name}
      </text>
      <text x="56" y="70" textAnchor="middle" className="donut-v">
        {hidden ? '***' : `${(first?.share ?? 0).toFixed(1)}%`}
      </text>
    </svg>
  )
}
