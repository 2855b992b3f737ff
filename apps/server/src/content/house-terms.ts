import type { HouseText } from './house-texts.ts'

/** The terms of use. */
export const terms: Readonly<Record<'ko' | 'en', HouseText>> = {
  ko: {
    title: '이용약관',
    sections: [
      {
        title: '제1조 (목적)',
        body: [
          '이 약관은 {site}(이하 "회사")가 제공하는 모의투자 서비스(이하 "서비스")의 이용 조건과 절차, 회사와 회원의 권리·의무를 정합니다.',
        ],
      },
      {
        title: '제2조 (정의)',
        body: [
          [
            '"회원"은 이 약관에 동의하고 가입하여 서비스를 이용하는 사람을 말합니다.',
            '"가상 포인트"는 서비스 안에서만 쓰이는 수치로, 현금이 아니며 현금·상품·가상자산으로 바꿀 수 없습니다.',
            '"회차 거래"는 정해진 시간의 시작 가격과 끝 가격을 비교하여 가상 포인트의 증감을 정하는 기능을 말합니다.',
            '"기준가"와 "마감가"는 공개된 시세 기록에서 정해진 규칙에 따라 뽑은 가격을 말합니다.',
          ],
        ],
      },
      {
        title: '제3조 (서비스의 성격)',
        body: [
          [
            '서비스는 실제 금전이 오가지 않는 모의투자입니다. 회사는 가상 포인트를 팔지 않으며 이를 환급하거나 환전하지 않습니다.',
            '짧은 시간의 가격은 우연에 크게 좌우됩니다. 회차 거래의 결과는 투자 능력이나 앞으로의 수익을 뜻하지 않습니다.',
            '회사는 수익을 보장하지 않으며, 서비스의 정보는 투자 권유가 아닙니다.',
          ],
        ],
      },
      {
        title: '제4조 (가입)',
        body: [
          [
            '만 19세 이상만 가입할 수 있으며, 한 사람은 한 개의 계정만 가질 수 있습니다.',
            '가입을 신청하는 사람은 사실과 같은 정보를 적어야 하며, 다른 사람의 정보를 쓸 수 없습니다.',
            '회사는 정보가 사실과 다르거나 이용 제한 중인 사람의 신청을 받아들이지 않을 수 있습니다.',
          ],
        ],
      },
      {
        title: '제5조 (계정 관리)',
        body: [
          [
            '회원은 아이디와 비밀번호를 스스로 관리하며 다른 사람에게 빌려주거나 넘길 수 없습니다.',
            '회원은 내정보에서 로그인한 기기를 확인하고, 모르는 기기를 로그아웃할 수 있습니다.',
            '계정이 도용된 것을 알게 되면 바로 비밀번호를 바꾸고 회사에 알려 주세요.',
          ],
        ],
      },
      {
        title: '제6조 (회차 거래의 규칙)',
        body: [
          [
            '배당률, 참여 단위와 최소·최대 금액, 마감 시각은 참여 화면에 표시하며, 참여할 때의 배당률이 그 참여에 그대로 적용됩니다.',
            '접수된 참여는 회원이 취소할 수 없습니다.',
            '마감가가 기준가와 같거나, 시세가 끊기거나, 그 밖에 정해진 사유가 있으면 회차는 무효가 되고 참여금액은 전액 돌려드립니다.',
            '모든 회차의 기준가와 마감가, 그 앞뒤의 시세 기록은 누구나 회차 검증 화면에서 확인할 수 있습니다.',
            '회사는 개별 참여의 결과나 시세 기록을 고치지 않으며, 회원마다 다른 가격이나 배당률을 적용하지 않습니다.',
          ],
        ],
      },
      {
        title: '제7조 (이용자 보호)',
        body: [
          [
            '회원은 손실 한도, 참여금액 한도와 이용 시간 한도를 스스로 정할 수 있습니다. 낮추는 것은 바로, 높이는 것은 24시간 이상 기다려 다시 확인한 다음 적용됩니다.',
            '회원은 24시간, 7일, 30일, 6주의 휴식을 시작할 수 있으며 끝날 때까지 되돌릴 수 없습니다.',
            '조절이 어렵다면 도박문제 상담전화 1336에서 무료로 도움을 받을 수 있습니다.',
          ],
        ],
      },
      {
        title: '제8조 (금지 행위)',
        body: [
          '회원은 다음 행위를 해서는 안 됩니다.',
          [
            '여러 계정을 만들거나 다른 회원과 짜고 서로 반대로 참여하는 행위',
            '자동화된 수단으로 서비스에 지나친 부하를 주거나 정상적인 방법이 아닌 방법으로 접근하는 행위',
            '가상 포인트를 현금이나 물건으로 사고파는 행위',
            '다른 사람의 권리를 침해하거나 법령을 어기는 행위',
          ],
        ],
      },
      {
        title: '제9조 (이용 제한)',
        body: [
          [
            '회사는 제8조를 어긴 계정의 이용을 제한할 수 있으며, 그 사유를 회원에게 알립니다.',
            '이용이 제한된 회원은 이의를 제기할 수 있고, 회사는 처음 판단한 사람이 아닌 담당자가 7일 안에 다시 검토하도록 합니다.',
          ],
        ],
      },
      {
        title: '제10조 (서비스의 변경과 중단)',
        body: [
          [
            '점검, 시세 제공의 중단, 천재지변 등 부득이한 사유가 있으면 서비스를 멈출 수 있으며 미리 알립니다. 미리 알릴 수 없으면 나중에 알립니다.',
            '중단으로 결과를 정할 수 없는 회차는 무효로 하고 참여금액을 돌려드립니다.',
          ],
        ],
      },
      {
        title: '제11조 (책임)',
        body: [
          [
            '회사는 고의나 과실이 없는 한 무료로 제공하는 서비스에서 생긴 손해에 책임을 지지 않습니다. 다만 법령에 다른 규정이 있으면 그에 따릅니다.',
            '회사는 회원의 기기나 통신망의 문제로 생긴 손해에 책임을 지지 않습니다.',
          ],
        ],
      },
      {
        title: '제12조 (약관의 변경)',
        body: [
          '약관을 바꾸면 시행일 7일 전(회원에게 불리하면 30일 전)부터 알립니다. 회원은 바뀐 약관에 동의하지 않으면 탈퇴할 수 있습니다.',
        ],
      },
      {
        title: '제13조 (준거법과 분쟁)',
        body: [
          '이 약관은 대한민국 법에 따르며, 분쟁은 먼저 협의로 해결하고 해결되지 않으면 민사소송법에 따른 법원에서 다룹니다.',
        ],
      },
    ],
  },
  en: {
    title: 'Terms of use',
    sections: [
      {
        title: '1 Purpose',
        body: [
          'These terms set out how the demo trading service of {site} ("we") may be used, and what you and we owe each other.',
        ],
      },
      {
        title: '2 What the service is',
        body: [
          [
            'Virtual points are figures inside this service. They are not money and cannot be exchanged for money, goods or crypto assets.',
            'Prices over a short time are mostly chance. Results of timed rounds say nothing about skill or future profit.',
            'Nothing here is investment advice, and no profit is guaranteed.',
          ],
        ],
      },
      {
        title: '3 Membership',
        body: [
          [
            'Members are 19 or older; one person, one account, with true details.',
            'You keep your password to yourself. Devices on which you are signed in can be seen and signed out on the profile page.',
          ],
        ],
      },
      {
        title: '4 Timed rounds',
        body: [
          [
            'Payout rate, unit, smallest and largest stake and the closing time are shown before you take part; the rate of that moment stays.',
            'An accepted stake cannot be cancelled.',
            'If closing price and strike are equal, the price feed fails or another published reason applies, the round is void and stakes are returned in full.',
            'Strike, closing price and the ticks around them can be checked by anyone on the round evidence page. We change neither results nor ticks, and give all members the same prices and rates.',
          ],
        ],
      },
      {
        title: '5 Protection',
        body: [
          [
            'You can set your own loss, stake and time limits: lower ones count at once, higher ones after at least 24 hours and a second confirmation.',
            'You can take a break of 24 hours, 7 days, 30 days or 6 weeks, which cannot be undone until it ends.',
            'The helpline 1336 is free of charge, day and night.',
          ],
        ],
      },
      {
        title: '6 What is not allowed',
        body: [
          [
            'Several accounts, or agreed stakes on opposite sides',
            'Automated access that burdens the service, or access by other than the intended ways',
            'Selling or buying virtual points',
            'Breaking the law or the rights of others',
          ],
          'We may restrict accounts that break these rules, say why, and have another person review the decision within 7 days when you object.',
        ],
      },
      {
        title: '7 Changes, outages and liability',
        body: [
          [
            'Maintenance and outages are announced where possible; rounds that cannot be decided are void.',
            'Changes of these terms are announced 7 days ahead, 30 days if they are to your disadvantage.',
            'Korean law applies. We answer for intent and negligence as the law provides.',
          ],
        ],
      },
    ],
  },
}
