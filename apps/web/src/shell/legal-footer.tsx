import { defineTexts, useTexts } from '@maru/client/i18n/texts'
import { Link } from 'react-router'
import { useSite } from '../site/store.ts'

const texts = defineTexts(
  'legal-footer',
  {
    demoNotice: '이 사이트는 가상 포인트로 거래하는 모의투자 서비스입니다. 만 19세 이상만 이용할 수 있습니다.',
    licensedNotice: '투자에는 원금 손실 위험이 있습니다. 만 19세 이상만 이용할 수 있습니다.',
    terms: '이용약관',
    privacy: '개인정보처리방침',
    helpline: '도박문제 상담 1336',
    legal: '약관과 상담',
  },
  {
    demoNotice: 'This site is a demo: trades are made with virtual points. Adults of 19 and older only.',
    licensedNotice: 'Investing can lose the money that you put in. Adults of 19 and older only.',
    terms: 'Terms of use',
    privacy: 'Privacy policy',
    helpline: 'Gambling helpline 1336',
    legal: 'Terms and help',
  },
)

/** Risk, age and helpline, below pages that guests see. `newTab`: the page holds input that a link must not lose. */
export function LegalFooter({ newTab }: { newTab?: boolean }) {
  const t = useTexts(texts)
  const licensed = useSite(({ site }) => site?.moneyMode === 'LICENSED')
  const target = newTab ? '_blank' : undefined
  return (
    <footer className="legal">
      {t(licensed ? 'licensedNotice' : 'demoNotice')}
      <nav aria-label={t('legal')}>
        <Link to="/more/terms" target={target}>
          {t('terms')}
        </Link>
        <Link to="/more/privacy" target={target}>
          {t('privacy')}
        </Link>
        <a href="tel:1336">{t('helpline')}</a>
      </nav>
    </footer>
  )
}
