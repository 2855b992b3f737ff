import type { CommissionNode } from '@maru/contract'
import { Badge, type BadgeTone, Empty, formatCount, formatKrw } from '@maru/ui'
import { commissionStatusWords } from '../../parts/table-words.ts'
import { ratesText } from './partner-cells.tsx'
import { t } from './texts.ts'
import './own.css'

const tones: Readonly<Record<CommissionNode['state'], BadgeTone>> = {
  ACCRUING: 'neutral',
  WAITING: 'warn',
  APPROVING: 'warn',
  HELD: 'alert',
  PAID: 'ok',
  REJECTED: 'neutral',
  NOTHING: 'neutral',
}

interface NodesProps {
  nodes: readonly CommissionNode[]
  chosen: number | null
  onChoose: (id: number | null) => void
}

/** Every partner of a week in the order of levels, with what he is owed. */
export function Nodes({ nodes, chosen, onChoose }: NodesProps) {
  const heads = [
    t('partner'),
    t('code'),
    t('rates'),
    t('members'),
    t('baseFee'),
    t('baseRoll'),
    t('share'),
    t('status'),
  ]
  return (
    <div className="panel grow own-panel">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="scroll" tabIndex={0} aria-label={t('week')}>
        <table className="t own-tree">
          <thead>
            <tr>
              {heads.map((head, at) => (
                <th key={head} scope="col" className={at < 2 ? undefined : 'r'}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.partnerId} aria-selected={node.partnerId === chosen}>
                <th scope="row" style={{ paddingLeft: node.level * 16 }}>
                  <button
                    type="button"
                    className="lk"
                    aria-pressed={node.partnerId === chosen}
                    onClick={() => onChoose(node.partnerId === chosen ? null : node.partnerId)}
                  >
                    {node.name}
                  </button>
                </th>
                <td className="num">{node.code}</td>
                <td className="num r">{ratesText(node)}</td>
                <td className="num r">{formatCount(node.memberCount)}</td>
                <td className="num r">{formatKrw(node.fee)}</td>
                <td className="num r">{formatKrw(node.roll)}</td>
                <td className="num r">
                  <b>{formatKrw(node.amount)}</b>
                </td>
                <td className="r">
                  <Badge tone={tones[node.state]}>{commissionStatusWords[node.state]}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {nodes.length === 0 && <Empty title={t('none')}>{t('noneInWeek')}</Empty>}
      </section>
    </div>
  )
}
