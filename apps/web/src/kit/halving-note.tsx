import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { formatMinute, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useServerTime } from '../live/index.ts'
import { tradingTexts } from '../trading/texts.ts'
import { halvingKey, heldUntil } from './halving.ts'
import './halving-note.css'

export interface HalvingNoteProps {
  line: 'futures' | 'oversea'
  /** When the session of a contract ends. */
  closeAt: number | null
}

/** On a ticket: less leverage opens now, and until when. Nothing at other times. */
export function HalvingNote({ line, closeAt }: HalvingNoteProps) {
  const t = useTexts(tradingTexts)
  const now = useServerTime(1_000)
  const { data } = useQuery({ queryKey: halvingKey, queryFn: () => call('GET /api/stock/halving'), staleTime: 60_000 })
  const until = data ? heldUntil(data, closeAt, now) : null
  if (until === null) return null
  return (
    <p className="hv" role="status">
      <Icon name="warn" small />
      <span>{t(line === 'futures' ? 'leverageHalved' : 'marginDoubled', { until: formatMinute(until) })}</span>
    </p>
  )
}
