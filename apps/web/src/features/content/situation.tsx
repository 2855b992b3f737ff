import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow, MyWallet } from '@maru/contract'
import { formatDateTime, formatMoney, Icon, type IconName } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { walletQuery } from '../../books/rounds/queries.ts'
import { openRequestsQuery } from '../../kit/open-requests.ts'
import { limitsQuery } from '../../protection/limits.ts'
import { securityQuery } from '../../protection/security-query.ts'
import { unreadAnswersQuery } from '../../shell/menu-unread.tsx'
import { clock } from '../../shell/server-clock.ts'
import { situationTexts } from './situation-texts.ts'

interface Matter {
  readonly key: string
  readonly icon: IconName
  readonly to: string
  readonly title: string
  readonly text: string
}
type Translate = (key: keyof typeof situationTexts.ko, params?: Readonly<Record<string, string>>) => string

/** What a member is likely to ask about now, each leading to where its answer stands; nothing where all is as usual. */
export function Situation() {
  const t = useTexts(situationTexts)
  const requests = useQuery(openRequestsQuery).data ?? []
  const wallets = useQuery(walletQuery(true)).data ?? []
  const unread = useQuery(unreadAnswersQuery).data?.count ?? 0
  const security = useQuery(securityQuery).data
  const limits = useQuery(limitsQuery(true)).data
  const restsUntil = Math.max(limits?.coolOffUntil ?? 0, limits?.selfExcludedUntil ?? 0)
  const matters: Matter[] = [...requests.map((row) => ofRequest(row, t)), ...ofHolds(wallets, t)]
  if (unread > 0)
    matters.push({ key: 'answer', icon: 'mail', to: '/service/contact', title: t('answered'), text: t('answeredMore') })
  if (restsUntil > clock.now()) {
    const text = t('until', { time: formatDateTime(restsUntil) })
    matters.push({ key: 'rest', icon: 'clock', to: '/more/limits', title: t('resting'), text })
  }
  if (security && security.identity.verifiedAt === null)
    matters.push({
      key: 'identity',
      icon: 'shield',
      to: '/more/security/verify?way=identity',
      title: t('notVerified'),
      text: t('notVerifiedMore'),
    })
  if (matters.length === 0) return null
  return (
    <section aria-labelledby="situation" className="faq-s">
      <h3 id="situation" className="faq-t">
        {t('now')}
      </h3>
      <ul>
        {matters.map(({ key, icon, to, title, text }) => (
          <li key={key}>
            <Link to={to}>
              <Icon name={icon} />
              <span>
                <b>{title}</b>
                <small>{text}</small>
              </span>
              <Icon name="right" small />
            </Link>
          </li>
        ))}
      </ul>
      <div className="band" />
    </section>
  )
}

function ofRequest({ id, type, status, point, currency }: DnwRow, t: Translate): Matter {
  const isOut = type === 'W'
  return {
    key: String(id),
    icon: isOut ? 'upload' : 'download',
    to: isOut ? '/balances/withdraw' : '/balances/deposit',
    title: t(isOut ? 'whereOut' : 'whereIn', { amount: formatMoney(point, currency) }),
    text: t(status === 'REVIEW' || status === 'APPROVED' ? status : isOut ? 'REQUESTED' : 'awaited'),
  }
}

/**
 * Why money cannot leave until a time that is known: all of it, or the amounts that still rest. What orders and stakes hold is no
 * question.
 */
function ofHolds(wallets: readonly MyWallet[], t: Translate): Matter[] {
  const holds = wallets.flatMap(({ type, currency, held = [] }) =>
    held.flatMap(({ cause, amount, until }) => (until === null ? [] : { type, currency, cause, amount, until })),
  )
  const matter = (key: string, title: string, until: number): Matter => ({
    key,
    icon: 'lock',
    to: '/balances/withdraw',
    title,
    text: t('free', { time: formatDateTime(until) }),
  })
  const whole = holds.filter(({ amount }) => amount === null)
  if (whole.length > 0) return [matter('whole', t('whyNothing'), Math.max(...whole.map(({ until }) => until)))]
  return holds.map(({ type, currency, cause, amount, until }) =>
    matter(`${type}:${cause}:${until}`, t('whyNot', { amount: formatMoney(amount ?? '0', currency) }), until),
  )
}
