import { call } from '@maru/client/api/client'
import { formatMoney } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AreaIconName } from '../../parts/area-icon.tsx'
import { memberStatusWords, requestStatusWords, requestTypeWords } from '../../parts/desk-words.ts'
import { useMayRead } from '../../parts/may.tsx'
import { useSiteId } from '../../session/staff.ts'
import type { Area } from '../areas.ts'
import { t } from '../texts.ts'
import { requestText } from './request-text.ts'

/** One line of the palette: something to open. */
export interface Finding {
  readonly path: string
  readonly icon: AreaIconName
  readonly title: string
  readonly note?: string
  /** The letter that opens it after G. */
  readonly letter?: string
}

/** Members and requests are asked for when the text rests this long. */
const restMs = 200
/** Most members and most requests that are shown. */
const most = '5'

/** What the text names: requests and members that this role may read, and pages. */
export function useFindings(text: string, seen: readonly Area[]) {
  const siteId = useSiteId()
  const mayMembers = useMayRead('members')
  const mayMoney = useMayRead('money')
  const typed = text.trim()
  const q = useRested(typed)
  const sought = requestText(q)
  const members = useQuery({
    queryKey: ['palette', 'members', siteId, q],
    queryFn: () => call('GET /api/console/member', { query: { q, size: most } }),
    enabled: mayMembers && q !== '',
    refetchOnMount: false,
  })
  const requests = useQuery({
    queryKey: ['palette', 'requests', siteId, sought],
    queryFn: () => call('GET /api/console/dnw', { query: { typeStrs: 'D,W', q: sought ?? '', size: most } }),
    enabled: mayMoney && sought !== null,
    refetchOnMount: false,
  })
  const found: Finding[] = []
  if (q === typed) {
    for (const { id, type, username, point, currency, status } of requests.data?.content ?? [])
      found.push({
        path: type === 'W' ? `/withdrawals/${id}` : `/deposits/${id}`,
        icon: type === 'W' ? 'withdrawals' : 'deposits',
        title: `${requestTypeWords[type]} ${id}`,
        note: `${username} · ${formatMoney(point, currency)} · ${requestStatusWords[status]}`,
      })
    for (const { id, username, name, status } of members.data?.content ?? [])
      found.push({
        path: `/members/${id}`,
        icon: 'members',
        title: t('memberId', { id }),
        note: `${username} · ${name} · ${memberStatusWords[status]}`,
      })
  }
  const pages = seen
    .filter(({ title, path }) => title.includes(typed) || path.startsWith(typed.toLowerCase()))
    .map(({ path, icon, title, letter }): Finding => ({ path: `/${path}`, icon, title, ...(letter && { letter }) }))
  return {
    findings: [...found, ...pages],
    isBusy: typed !== '' && (q !== typed || members.isLoading || requests.isLoading),
    error: members.error ?? requests.error,
  }
}

/** The text once it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
