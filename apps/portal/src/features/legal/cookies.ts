import type { Locale } from '../../shared/i18n/locale.ts'
import type { LegalDocument } from './legal-document.ts'

/** What the portal stores in a browser: only what it needs, nothing to track people. */
export const cookies: Readonly<Record<Locale, LegalDocument>> = {
  'en-GB': {
    lead: 'Holdfast keeps only what it needs to work. Nothing tracks you, and there is no advertising; so there is nothing to agree to.',
    updated: '2026-11-01',
    sections: [
      {
        title: 'What is kept in your browser',
        paragraphs: [],
        table: {
          head: ['Name', 'For', 'Until'],
          rows: [
            ['locale (cookie)', 'Your language', '365 days'],
            [
              'Playback cookie',
              'Proves that the address of a recording was given to you; scripts cannot read it',
              'You close the browser',
            ],
            [
              'holdfast_monitoring (cookie)',
              'Names the address to which errors of the portal are reported, if your provider has set one; scripts cannot read it',
              'You close the browser',
            ],
            [
              'holdfast.monitoring (tab storage)',
              'A random number: whether this tab is among those that report errors',
              'You close the tab',
            ],
            ['Cookies of the sign-in page', 'Remember your sign-in while it lasts', 'You log out, or they expire'],
            ['holdfast.session (tab storage)', 'Your sign-in in this tab', 'You log out or close the tab'],
            ['holdfast.client (local storage)', 'The account you signed in to last', 'You choose another account'],
            ['holdfast.colour-mode (local storage)', 'Light, dark or system', 'You clear it'],
            [
              'holdfast.lists (local storage)',
              'The columns, row height and width that you chose for lists, under your user reference',
              'You clear it',
            ],
          ],
        },
      },
      {
        title: 'Reports of errors',
        paragraphs: [
          'Your provider can have errors of the portal reported to a monitoring address. A report has the kind of error, the kind of screen, the place in our code and the build; no content, names, numbers or addresses.',
        ],
      },
      {
        title: 'How to remove it',
        paragraphs: [
          'Log out, and clear the data of this site in your browser’s settings. The next visit starts afresh.',
        ],
      },
    ],
  },
  'pt-BR': {
    lead: 'O Holdfast guarda somente o necessário para funcionar. Nada rastreia você e não há publicidade; por isso não há nada a consentir.',
    updated: '2026-11-01',
    sections: [
      {
        title: 'O que fica no seu navegador',
        paragraphs: [],
        table: {
          head: ['Nome', 'Para quê', 'Até quando'],
          rows: [
            ['locale (cookie)', 'Seu idioma', '365 dias'],
            [
              'Cookie de reprodução',
              'Prova que o endereço de uma gravação foi dado a você; scripts não o leem',
              'Você fechar o navegador',
            ],
            [
              'holdfast_monitoring (cookie)',
              'Nomeia o endereço ao qual erros do portal são informados, se o provedor definiu um; scripts não o leem',
              'Você fechar o navegador',
            ],
            [
              'holdfast.monitoring (armazenamento da aba)',
              'Um número aleatório: se esta aba está entre as que informam erros',
              'Você fechar a aba',
            ],
            ['Cookies da página de entrada', 'Lembram que você entrou, enquanto durar', 'Você sair ou expirarem'],
            ['holdfast.session (armazenamento da aba)', 'Sua entrada nesta aba', 'Você sair ou fechar a aba'],
            ['holdfast.client (armazenamento local)', 'A última conta em que você entrou', 'Você escolher outra conta'],
            ['holdfast.colour-mode (armazenamento local)', 'Claro, escuro ou sistema', 'Você apagar'],
            [
              'holdfast.lists (armazenamento local)',
              'As colunas, a altura das linhas e a largura que você escolheu para listas, sob a sua referência de usuário',
              'Você apagar',
            ],
          ],
        },
      },
      {
        title: 'Relatórios de erros',
        paragraphs: [
          'Seu provedor pode fazer com que erros do portal sejam informados a um endereço de monitoramento. Um relatório tem o tipo de erro, o tipo de tela, o lugar no nosso código e a versão; nenhum conteúdo, nome, número ou endereço.',
        ],
      },
      {
        title: 'Como remover',
        paragraphs: [
          'Saia e apague os dados deste site nas configurações do navegador. A próxima visita começa do zero.',
        ],
      },
    ],
  },
}
