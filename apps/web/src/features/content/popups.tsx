import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { Popup } from '@maru/contract'
import { Button, holdTouches, Sheet } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { clock } from '../../live/index.ts'
import { useForcedNotices } from './forced-notices.ts'
import { hideToday, isHidden } from './hidden-popups.ts'
import { visitTexts } from './visit-texts.ts'

/** The popups of the site for whoever visits, one after the other, once per visit; a forced notice goes first. */
export function Popups({ isMember }: { isMember: boolean }) {
  const mustRead = useForcedNotices(({ queue }) => queue.length > 0)
  const { pathname } = useLocation()
  const [closed, setClosed] = useState<readonly number[]>([])
  const found = useQuery({
    queryKey: ['popups', isMember],
    queryFn: async (): Promise<Popup[]> => {
      const popups = await call('GET /api/content/popup/list')
      return Array.isArray(popups) ? popups : []
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const wanted = (found.data ?? []).filter(({ id }) => !isHidden(localStorage, id, clock.now()) || closed.includes(id))
  const at = wanted.findIndex(({ id, endAt }) => !closed.includes(id) && (endAt === null || endAt > clock.now()))
  const popup = wanted[at]
  if (popup === undefined || mustRead) return null
  const close = () => {
    setClosed((ids) => [...ids, popup.id])
    // The next one stands where this one did.
    holdTouches()
  }
  return (
    <Shown key={popup.id} popup={popup} place={{ at: at + 1, of: wanted.length }} from={pathname} onClose={close} />
  )
}

interface Props {
  popup: Popup
  place: { at: number; of: number }
  from: string
  onClose: () => void
}

function Shown({ popup: { id, title, content, link }, place, from, onClose }: Props) {
  const t = useTexts(visitTexts)
  return (
    <Sheet open title={title} onClose={onClose} className="popup">
      <SafeHtml html={content} />
      {link !== null && link !== from && (
        <Link to={link} className="popup-l" onClick={onClose}>
          {t('more')}
        </Link>
      )}
      {place.of > 1 && <p className="popup-n num">{t('place', { at: String(place.at), of: String(place.of) })}</p>}
      <div className="acts">
        <Button
          onClick={() => {
            hideToday(localStorage, id, clock.now())
            onClose()
          }}
        >
          {t('hideToday')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </Sheet>
  )
}
