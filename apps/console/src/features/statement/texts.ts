import { defineTexts } from '@maru/client/i18n/texts'
import { readerOf } from '../../session/language.ts'

export const t = readerOf(
  defineTexts(
    'console-statement',
    {
      won: '원',
      needProvider: '제공사를 적어 주세요',
      needBalances: '시작 잔액과 끝 잔액을 적어 주세요',
      needFile: 'CSV 파일을 골라 주세요',
      fileTooLarge: '파일이 너무 큽니다(1 MB까지)',
      needReason: '사유를 적어 주세요',
      imported: '거래 내역을 가져왔습니다',
      title: '거래 내역 가져오기',
      hint: '제공사에 물을 수 없는 날의 CSV',
      import: '가져오기',
      importedLines: '{taken}줄을 가져왔습니다. 맞지 않는 줄은 대사에 나타납니다.',
      provider: '제공사',
      date: '날짜',
      opening: '시작 잔액',
      closing: '끝 잔액',
      currency: '통화',
      csvFile: 'CSV 파일',
      whyNotConnected: '제공사가 연결되지 않은 날입니다',
    },
    {
      won: ' KRW',
      needProvider: 'Enter the provider',
      needBalances: 'Enter opening and closing balance',
      needFile: 'Choose a CSV file',
      fileTooLarge: 'The file is too large (up to 1 MB)',
      needReason: 'Enter a reason',
      imported: 'The statement was imported',
      title: 'Import a statement',
      hint: 'CSV of a day that the provider cannot be asked for',
      import: 'Import',
      importedLines:
        '{taken} {taken:line was|lines were} imported. Lines that do not match appear under Reconciliation.',
      provider: 'Provider',
      date: 'Date',
      opening: 'Opening balance',
      closing: 'Closing balance',
      currency: 'Currency',
      csvFile: 'CSV file',
      whyNotConnected: 'The provider was not connected on this day',
    },
  ),
)
