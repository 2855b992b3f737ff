const width = 64
const height = 20
const margin = 2

/** The course of a figure as one line without axes, in the colour of the text around it; the figure stands beside it in words. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <polyline points={pointsOf(values)} />
    </svg>
  )
}

/** The whole course from edge to edge; one that never changes lies in the middle. */
export function pointsOf(values: readonly number[]): string {
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  return values
    .map((value, nth) => {
      const share = span === 0 ? 0.5 : (value - low) / span
      const x = (nth / (values.length - 1)) * width
      return `${x.toFixed(1)},${(height - margin - share * (height - 2 * margin)).toFixed(1)}`
    })
    .join(' ')
}
