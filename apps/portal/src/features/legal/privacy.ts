import type { Locale } from '../../shared/i18n/locale.ts'
import type { LegalDocument } from './legal-document.ts'

/** How the product processes personal data. An operator adds its contacts in its own notice. */
export const privacy: Readonly<Record<Locale, LegalDocument>> = {
  'en-GB': {
    lead: 'Holdfast records communications because the organisation that runs your account is obliged to keep them. That organisation decides what is recorded and why; Holdfast carries that out and shows how.',
    updated: '2026-11-01',
    sections: [
      {
        title: 'Who is responsible',
        paragraphs: [
          'The organisation whose managed device you carry, or whose account you sign in to, is the controller of your data. The provider of this portal processes it on that organisation’s instructions. Questions and requests go to your organisation first; it can answer all of them with this portal.',
        ],
      },
      {
        title: 'What is recorded',
        paragraphs: [
          'From managed devices, as far as your organisation has switched the service on: calls, text and multimedia messages, photos, videos, augmented-reality recordings, interviews, positions and diagnostics, each with its numbers, times and technical details.',
          'From people who use this portal: name, email address, roles, network address, browser, and every screen’s calls, including those that were refused.',
        ],
      },
      {
        title: 'Personal numbers',
        paragraphs: [
          'Numbers that are registered as personal are recognised. The fact that a communication took place is kept; its content is never played, viewed, downloaded or transferred by anybody.',
        ],
      },
      {
        title: 'How it is protected',
        paragraphs: [
          'Every recording is encrypted on the device, under a key of its own that is wrapped for your organisation, before it leaves the device. It stays as the device sealed it until it is destroyed. Plain content exists only while it is being played.',
          'Who may find or hear a recording is decided by roles. Every access to content is recorded before the content is sent.',
        ],
      },
      {
        title: 'How long it is kept',
        paragraphs: [
          'As long as your organisation’s retention policy says, or longer while a legal hold is in force. Then the key is destroyed first and the recording after it, so that no copy can be opened again.',
        ],
      },
      {
        title: 'Your rights',
        paragraphs: [
          'You may ask your organisation what is kept about you, have mistakes corrected, and object or complain, also to the data protection authority where you live. Where the law obliges your organisation to keep a recording, it may have to refuse to erase it, and must tell you so.',
        ],
      },
    ],
  },
  'pt-BR': {
    lead: 'O Holdfast grava comunicações porque a organização responsável pela sua conta é obrigada a guardá-las. Ela decide o que é gravado e por quê; o Holdfast executa e mostra como.',
    updated: '2026-11-01',
    sections: [
      {
        title: 'Quem é responsável',
        paragraphs: [
          'A organização cujo dispositivo gerenciado você carrega, ou em cuja conta você entra, é a controladora dos seus dados. O provedor deste portal os trata conforme as instruções dela. Perguntas e pedidos vão primeiro à sua organização, que pode responder a todos com este portal.',
        ],
      },
      {
        title: 'O que é gravado',
        paragraphs: [
          'Dos dispositivos gerenciados, na medida em que a sua organização ativou o serviço: chamadas, mensagens de texto e multimídia, fotos, vídeos, gravações de realidade aumentada, entrevistas, posições e diagnósticos, cada um com seus números, horários e detalhes técnicos.',
          'De quem usa este portal: nome, e-mail, funções, endereço de rede, navegador e cada operação das telas, inclusive as recusadas.',
        ],
      },
      {
        title: 'Números pessoais',
        paragraphs: [
          'Números registrados como pessoais são reconhecidos. Guarda-se que houve a comunicação; o conteúdo nunca é reproduzido, visto, baixado ou transferido, por ninguém.',
        ],
      },
      {
        title: 'Como é protegido',
        paragraphs: [
          'Cada gravação é cifrada no dispositivo, com uma chave própria protegida para a sua organização, antes de sair dele. Permanece como o dispositivo a selou até ser destruída. O conteúdo aberto existe somente enquanto é reproduzido.',
          'Quem pode encontrar ou ouvir uma gravação é decidido por funções. Cada acesso ao conteúdo é registrado antes de ele ser enviado.',
        ],
      },
      {
        title: 'Por quanto tempo é guardado',
        paragraphs: [
          'Pelo tempo que a política de retenção da sua organização determina, ou mais enquanto houver guarda legal. Depois, primeiro a chave é destruída e em seguida a gravação, para que nenhuma cópia possa ser aberta de novo.',
        ],
      },
      {
        title: 'Seus direitos',
        paragraphs: [
          'Você pode perguntar à sua organização o que é guardado sobre você, pedir correções, opor-se ou reclamar, também à autoridade de proteção de dados. Quando a lei obriga a organização a guardar uma gravação, ela pode ter de recusar a eliminação e deve dizer isso a você.',
        ],
      },
    ],
  },
}
