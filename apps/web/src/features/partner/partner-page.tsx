import '../../lists/lists.css'
import './partner.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { PartnerDetail } from '@maru/contract'
import { Empty, Skeleton, Tabs } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { standingQuery } from '../../kit/partner-standing.ts'
import { Loaded } from '../../lists/loaded.tsx'
import { Guide } from './guide.tsx'
import { LinkCard } from './link-card.tsx'
import { Members } from './members.tsx'
import { NextTerms } from './next-terms.tsx'
import { partnerQuery } from './queries.ts'
import { partnerTexts } from './texts.ts'
import { Tree } from './tree.tsx'
import { Weeks } from './weeks.tsx'

const waiting = <Skeleton height={176} className="ptn-wait" />

/** A partner's code, what he earns, his tree and his members. */
export default function PartnerPage() {
  const standing = useQuery(standingQuery)
  const own = standing.data?.own ?? null
  return (
    <main id="main" className="ptn" aria-busy={standing.isPending}>
      <Loaded query={standing} isEmpty={false} empty={['', '']} skeleton={waiting}>
        {own === 'ACTIVE' ? <Partner /> : <NoPartner why={own === 'PENDING' || own === 'SUSPENDED' ? own : null} />}
      </Loaded>
    </main>
  )
}

const reasons = {
  PENDING: ['pending', 'pendingHint'],
  SUSPENDED: ['suspended', 'suspendedHint'],
  NONE: ['none', 'noneHint'],
} as const

function NoPartner({ why }: { why: 'PENDING' | 'SUSPENDED' | null }) {
  const t = useTexts(partnerTexts)
  const [title, hint] = reasons[why ?? 'NONE']
  return (
    <Empty title={t(title)}>
      <p>{t(hint)}</p>
      <Link to="/service/contact" className="link">
        {t('ask')}
      </Link>
    </Empty>
  )
}

function Partner() {
  const partner = useQuery(partnerQuery)
  return (
    <Loaded query={partner} isEmpty={false} empty={['', '']} skeleton={waiting}>
      {partner.data && <Shown partner={partner.data} />}
    </Loaded>
  )
}

type Part = 'weeks' | 'tree' | 'members'

function Shown({ partner }: { partner: PartnerDetail }) {
  const t = useTexts(partnerTexts)
  const [part, setPart] = useState<Part>('weeks')
  const choices = [
    { value: 'weeks', label: t('tabWeeks') },
    { value: 'tree', label: t('tabTree') },
    { value: 'members', label: t('tabMembers', { count: partner.members.total }) },
  ] as const
  return (
    <>
      <LinkCard partner={partner} />
      <NextTerms partner={partner} />
      <Tabs label={t('parts')} choices={choices} value={part} onChange={setPart} panelId="ptn-part" />
      <div id="ptn-part" role="tabpanel" aria-labelledby={`ptn-part-${part}`}>
        {part === 'weeks' && <Weeks partner={partner} />}
        {part === 'tree' && <Tree partner={partner} />}
        {part === 'members' && <Members of={partner.members} />}
      </div>
      <Guide />
    </>
  )
}
