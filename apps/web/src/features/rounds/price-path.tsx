import { formatPrice } from '@maru/ui'

/** 65,411.3 → 65,420.0 (▲ 8.7) */
export function PricePath({
  strike,
  close,
  precision,
}: {
  strike: string | null
  close: string | null
  precision: number
}) {
  if (strike === null) return <>–</>
  if (close === null) return <>{formatPrice(strike, precision)}</>
  const change = Number(close) - Number(strike)
  const mark = change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''
  return (
    <>
      {formatPrice(strike, precision)} → {formatPrice(close, precision)} ({mark}
      {formatPrice(Math.abs(change).toFixed(precision), precision)})
    </>
  )
}
