import { useTexts } from '@maru/client/i18n/texts'
import type { Security } from '@maru/contract'
import { Badge } from '@maru/ui'
import { Link } from 'react-router'
import { Row } from './row.tsx'
import { securityTexts } from './texts.ts'

const ways = [
  { way: 'phone', icon: 'phone', none: 'none' },
  { way: 'email', icon: 'mail', none: 'none' },
  { way: 'identity', icon: 'user', none: 'identityNone' },
] as const

/** What the house knows of the member for certain, and where he proves the rest. */
export function ContactRows({ security }: { security: Security }) {
  const t = useTexts(securityTexts)
  return ways.map(({ way, icon, none }) => {
    const { value, verifiedAt } = security[way]
    const tone = verifiedAt === null ? 'warn' : 'ok'
    return (
      <Link key={way} to={`/more/security/verify?way=${way}`} className="sec-r">
        <Row
          icon={icon}
          name={t(way)}
          state={value ?? t(none)}
          end={<Badge tone={tone}>{t(verifiedAt === null ? 'needed' : 'verified')}</Badge>}
        />
      </Link>
    )
  })
}
