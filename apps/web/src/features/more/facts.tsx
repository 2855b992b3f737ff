import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Badge, formatDay, formatKrw, formatMinute } from '@maru/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { crossQuery } from '../../books/oversea/queries.ts'
import { walletQuery } from '../../books/rounds/queries.ts'
import { alertsQuery } from '../../kit/alerts/query.ts'
import { useChatWait } from '../../kit/chat-wait.ts'
import { openRequestsQuery } from '../../kit/open-requests.ts'
import { wonHolding } from '../../kit/won/holding.ts'
import { hiddenAmount, useHidden } from '../../kit/won/use-hidden.ts'
import { limitsQuery, usedPercent } from '../../protection/limits.ts'
import { securityQuery } from '../../protection/security-query.ts'
import { useAppearance } from '../../settings/appearance.ts'
import type { MenuText } from '../../shell/menu-texts.ts'
import { UnreadAnswers } from '../../shell/menu-unread.tsx'
import { clock } from '../../shell/server-clock.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { sessionsQuery } from './security/sessions-query.ts'
import { moreTexts } from './texts.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Releases of the next day that move prices; asked for by the hour, so that one answer serves the whole of it. */
const releasesQuery = (hour: number) =>
  queryOptions({
    queryKey: ['public', 'economic', 'next', hour],
    queryFn: () =>
      call('GET /api/content/economic/list', {
        query: { from: String(hour), to: String(hour + dayMs), importance: '2' },
      }),
    meta: { public: true },
  })

const facts: Partial<Record<MenuText, ComponentType>> = {
  asset: Assets,
  deposit: () => <UnderWay type="D" />,
  withdraw: () => <UnderWay type="W" />,
  economic: NextRelease,
  liveChat: ChatWait,
  alerts: PriceAlerts,
  contact: UnreadAnswers,
  security: Devices,
  limits: DepositLeft,
  setting: Theme,
}

/** What a member would look for on a page, beside its name; nothing where there is nothing to say. */
export function Fact({ of }: { of: MenuText }) {
  const Shown = facts[of]
  return Shown ? <Shown /> : null
}

/** Whether the member's identity is verified, after his name. */
export function Verified() {
  const t = useTexts(moreTexts)
  const security = useQuery(securityQuery).data
  if (!security) return null
  return ` · ${t(security.identity.verifiedAt === null ? 'notVerified' : 'verified')}`
}

function Assets() {
  const hasOversea = useSite(({ site }) => site !== null && featuresOf(site).oversea)
  const wallet = useQuery(walletQuery(true)).data?.find(({ type }) => type === 'BINARY')
  const cross = useQuery(crossQuery(hasOversea && wallet !== undefined)).data
  const [hidden] = useHidden()
  if (!wallet) return null
  return <small className="num">{hidden ? hiddenAmount : formatKrw(wonHolding(wallet, cross).total)}</small>
}

function UnderWay({ type }: { type: 'D' | 'W' }) {
  const t = useTexts(moreTexts)
  const requests = useQuery(openRequestsQuery).data ?? []
  const count = requests.filter((row) => row.type === type).length
  return count > 0 ? <Badge tone="warn">{t('underWay', { count })}</Badge> : null
}

function NextRelease() {
  const t = useTexts(moreTexts)
  const now = clock.now()
  const found = useQuery(releasesQuery(Math.floor(now / hourMs) * hourMs)).data
  const next = Array.isArray(found) ? found.find(({ at }) => at > now) : undefined
  if (!next) return null
  const day = t(formatDay(next.at) === formatDay(now) ? 'today' : 'tomorrow')
  return <small>{`${day} ${formatMinute(next.at)} ${next.name}`}</small>
}

function ChatWait() {
  const text = useChatWait()
  return text === null ? null : <small>{text}</small>
}

function PriceAlerts() {
  const t = useTexts(moreTexts)
  const count = useQuery(alertsQuery).data?.alerts.length ?? 0
  return count > 0 ? <small>{t('priceAlerts', { count })}</small> : null
}

function Devices() {
  const t = useTexts(moreTexts)
  const count = useQuery(sessionsQuery).data?.length ?? 0
  return count > 0 ? <small>{t('devices', { count })}</small> : null
}

function DepositLeft() {
  const t = useTexts(moreTexts)
  const limits = useQuery(limitsQuery(true)).data?.limits ?? []
  const used = limits.filter(({ kind, amount }) => kind === 'DEPOSIT' && amount !== null).map(usedPercent)
  return used.length > 0 ? <small>{t('depositLeft', { percent: 100 - Math.max(...used) })}</small> : null
}

function Theme() {
  const t = useTexts(moreTexts)
  const { theme } = useAppearance()
  return <small>{t(theme === 'dark' ? 'themeDark' : theme === 'light' ? 'themeLight' : 'themeSystem')}</small>
}
