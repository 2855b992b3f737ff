import { useTexts } from '@maru/client/i18n/texts'
import { copyText } from '@maru/client/page/copy-text'
import type { DnwSite } from '@maru/contract'
import { Badge, Button, formatKrw, Icon } from '@maru/ui'
import { moneyTexts } from './texts.ts'

interface Props {
  readonly account: DnwSite['accounts'][number]
  readonly isDemo: boolean
  /** What has to be sent, once it was applied for. */
  readonly amount?: string
}

/** Where the member sends money to: the one thing to copy is the largest. */
export function HouseAccount({ account: { bank, holder, number }, isDemo, amount }: Props) {
  const t = useTexts(moneyTexts)
  const copy = (text: string) => void copyText(text, t('copied'), t('copyFailed'))
  return (
    <div className="acct">
      <div className="acct-h">
        {bank} · {holder}
        {isDemo && <Badge tone="warn">{t('demoAccount')}</Badge>}
      </div>
      <div className="acct-n">
        <span>{number}</span>
        <Button size={36} onClick={() => copy(number.replace(/\D/g, ''))} aria-label={t('copyNumber')}>
          <Icon name="copy" small />
          {t('copy')}
        </Button>
      </div>
      {amount !== undefined && (
        <div className="acct-n">
          <span>{formatKrw(amount)}</span>
          <Button size={36} onClick={() => copy(amount)} aria-label={t('copyAmount')}>
            <Icon name="copy" small />
            {t('copy')}
          </Button>
        </div>
      )}
    </div>
  )
}
