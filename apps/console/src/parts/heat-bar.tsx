interface Props {
  percent: number
  tone?: 'long' | 'short'
}

/** How full something is; the figure stands beside it in words. */
export function HeatBar({ percent, tone }: Props) {
  const heat = percent >= 85 ? 'bad' : percent >= 60 ? 'warn' : 'calm'
  return (
    <i className={`heat ${tone ?? heat}`} aria-hidden="true">
      <i style={{ inlineSize: `${Math.min(100, percent)}%` }} />
    </i>
  )
}
