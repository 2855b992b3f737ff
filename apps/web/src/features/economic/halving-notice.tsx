import { useTexts } from '@maru/client/i18n/texts'
import { formatMinute, toast } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { halvingQuery, windowAt } from '../../kit/halving/halving.ts'
import { halvingTexts } from '../../kit/halving/texts.ts'
import { useMinute } from '../../kit/use-minute.ts'

const shownMs = 10_000
const key = 'maru:halving-told'

/** Tells a member once, when less leverage opens around a release: on every page, for he may be about to trade. Renders nothing. */
export function HalvingNotice() {
  const t = useTexts(halvingTexts)
  const now = useMinute()
  const { data } = useQuery(halvingQuery)
  const window = windowAt(data?.windows ?? [], now)
  const until = window?.until
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each window.
  useEffect(() => {
    if (until === undefined || sessionStorage.getItem(key) === String(until)) return
    sessionStorage.setItem(key, String(until))
    toast({
      title: t('halved'),
      text: t('halvedUntil', { until: formatMinute(until) }),
      tone: 'warn',
      durationMs: shownMs,
      mustStay: true,
    })
  }, [until])
  return null
}
