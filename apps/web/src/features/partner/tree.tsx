import { useTexts } from '@maru/client/i18n/texts'
import type { PartnerDetail, PartnerRow } from '@maru/contract'
import { formatKrw } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { ApplySheet } from './apply-sheet.tsx'
import { profitQuery, treeQuery } from './queries.ts'
import { partnerTexts } from './texts.ts'
import { type TreeRow, treeRows } from './tree-rows.ts'
import { levelKeys, rateOf } from './words.ts'

/** Who stands below the partner, with rates and how many members each branch has. */
export function Tree({ partner }: { partner: PartnerDetail }) {
  const t = useTexts(partnerTexts)
  const tree = useQuery(treeQuery)
  const [isApplying, setApplying] = useState(false)
  const profit = useQuery(profitQuery(partner.week, true)).data ?? []
  const bases = new Map(profit.filter(({ type }) => type === 'FEE').map(({ branchId, base }) => [branchId, base]))
  const { total, direct } = partner.members
  return (
    <section className="ptn-w">
      <p className="ptn-k ptn-x">
        {t('treeHint')}
        <button type="button" className="link" aria-haspopup="dialog" onClick={() => setApplying(true)}>
          {t('apply')}
        </button>
      </p>
      <Loaded query={tree} isEmpty={false} empty={['', '']} skeleton={<RowSkeletons />}>
        <ul className="ptn-tr">
          <Node partner={partner} depth={0} name={t('me')}>
            {t('treeMe', { count: total, direct })}
          </Node>
          {treeRows(partner.id, tree.data ?? []).map((row) => (
            <Node key={row.partner.id} partner={row.partner} depth={row.depth} name={row.partner.name}>
              <Below row={row} base={bases.get(row.partner.id)} />
            </Node>
          ))}
        </ul>
        <p className="ptn-k">{t('masked')}</p>
      </Loaded>
      <ApplySheet open={isApplying} onClose={() => setApplying(false)} partner={partner} />
    </section>
  )
}

function Below({ row: { partner, members }, base }: { row: TreeRow; base: string | undefined }) {
  const t = useTexts(partnerTexts)
  const parts = [
    t('treeMembers', { count: members }),
    partner.status === 'PENDING' && t('treeWaiting'),
    partner.status === 'SUSPENDED' && t('treeStopped'),
    base !== undefined && t('treeBase', { amount: formatKrw(base) }),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

function Node({
  partner,
  depth,
  name,
  children,
}: {
  partner: Pick<PartnerRow, 'level' | 'status' | 'feeRate'>
  depth: number
  name: string
  children: ReactNode
}) {
  const t = useTexts(partnerTexts)
  return (
    <li className={partner.status === 'PENDING' ? 'is-pending' : undefined} style={{ marginInlineStart: depth * 24 }}>
      <span className={depth === 0 ? 'badge badge-ok' : 'badge'}>{t(levelKeys[partner.level - 1] ?? 'level4')}</span>
      <span>
        <b>{name}</b>
        <small className="num">{children}</small>
      </span>
      <b className="num">{rateOf(partner.feeRate)}</b>
    </li>
  )
}
