const width = 56
const height = 24
const margin = 2

/** The course of a price as one line without axes. */
export function Sparkline({ values, up }: { values: readonly number[]; up: boolean }) {
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {values.length > 1 && (
        <path d={lineOf(values)} fill="none" stroke={up ? 'var(--up)' : 'var(--down)'} strokeWidth={1.5} />
      )}
    </svg>
  )
}

function lineOf(values: readonly number[]): string {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width
    const y = height - margin - ((value - low) / span) * (height - 2 * margin)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}
