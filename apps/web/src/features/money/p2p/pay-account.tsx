import { useTexts } from '@maru/client/i18n/texts'
import { copyText } from '@maru/client/page/copy-text'
import { Badge, Button, Icon, maskName } from '@maru/ui'
import { useSession } from '../../../session/store.ts'
import { VirtualNote } from '../../../shell/virtual-note.tsx'
import { useSite } from '../../../site/store.ts'
import type { P2pOrder } from './queries.ts'
import { p2pTexts } from './texts.ts'

/** Where a buyer pays to: the account and the memo by which the merchant finds the payment, both to copy. */
export function PayAccount({ order: { account, memo } }: { order: P2pOrder }) {
  const t = useTexts(p2pTexts)
  const me = useSession(({ me }) => me)
  const isDemo = useSite(({ site }) => site?.moneyMode === 'DEMO')
  const [bank = '', number = '', ...holder] = (account ?? '').split(' ')
  const copy = (text: string) => void copyText(text, t('copied'), t('copyFailed'))
  return (
    <section className="pad p2p-pay">
      <div className="acct">
        <div className="acct-h">
          {bank} · {holder.join(' ')}
          {isDemo && <Badge tone="warn">{t('demoAccount')}</Badge>}
        </div>
        <div className="acct-n">
          <span>{number}</span>
          <Button size={36} onClick={() => copy(number.replace(/\D/g, ''))} aria-label={t('copyNumber')}>
            <Icon name="copy" small />
            {t('copy')}
          </Button>
        </div>
        {memo !== '' && (
          <div className="acct-n">
            <span>
              <small>{t('memo')}</small> {memo}
            </span>
            <Button size={36} onClick={() => copy(memo)} aria-label={t('copyMemo')}>
              <Icon name="copy" small />
              {t('copy')}
            </Button>
          </div>
        )}
      </div>
      {me && <p className="cap-l">{t('memoNote', { name: maskName(me.name) })}</p>}
      {isDemo && <VirtualNote title={t('noRealMoney')}>{t('noRealMoneyText')}</VirtualNote>}
    </section>
  )
}
