import type { landing as source } from '../en-gb/landing.ts'
import type { Translation } from './translation.ts'

export const landing: Translation<typeof source> = {
  'page.privacy': 'Privacidade',
  'page.cookies': 'Cookies',
  'page.landing': 'Gravação de conformidade para dispositivos móveis gerenciados',
  'landing.headline': 'O que foi dito, exatamente como foi dito.',
  'landing.lead':
    'O Holdfast grava chamadas, mensagens, fotos e vídeos de dispositivos móveis gerenciados para fins de conformidade. Cada gravação é selada no aparelho, chega completa e só pode ser ouvida por quem tem permissão.',
  'landing.sign_in': 'Entrar',
  'landing.how': 'Como funciona',
  'landing.seal_title': 'Selada no aparelho',
  'landing.seal_body':
    'Cada gravação é cifrada onde é feita, com a chave da sua própria organização. A gravação selada é guardada sem alteração até ser destruída.',
  'landing.prove_title': 'Comprovadamente completa',
  'landing.prove_body':
    'Somas de verificação e números de sequência sem lacunas mostram que a gravação está completa, inalterada e que nenhuma falta. Declarações assinadas confirmam isso para qualquer mês.',
  'landing.review_title': 'Encontrada e ouvida em segundos',
  'landing.review_body':
    'Uma chamada entre dez milhões, reproduzida no navegador: forma de onda, velocidade, conversas e os fatos ao lado.',
  'landing.access_title': 'Somente as pessoas certas',
  'landing.access_body':
    'As funções decidem por grupo, tipo de gravação e endereço de rede. Uma negação sempre prevalece. Cada acesso fica na trilha de auditoria, e cada recusa também.',
  'landing.deliver_title': 'Entregue onde você precisa',
  'landing.deliver_body': 'Transferências agendadas para o seu próprio armazenamento, com manifestos para conciliação.',
  'landing.keep_title': 'Guardada pelo tempo devido',
  'landing.keep_body': 'Retenção por política, guardas legais que ninguém contorna e destruição que se comprova.',
  'landing.for_title': 'Feito para quem responde por isso',
  'landing.for_officer': 'Responsáveis por conformidade',
  'landing.for_officer_body': 'encontram uma chamada antes do prazo e mostram que ela está inalterada.',
  'landing.for_reviewer': 'Revisores',
  'landing.for_reviewer_body': 'ouvem o dia inteiro sem sair do teclado.',
  'landing.for_manager': 'Gestores de dispositivos',
  'landing.for_manager_body': 'veem quais aparelhos gravam e quais silenciaram.',
  'landing.for_auditor': 'Auditores',
  'landing.for_auditor_body': 'leem quem abriu e alterou o quê, e a quem algo foi recusado.',
  'landing.preview_label': 'Uma chamada gravada no Holdfast: forma de onda, participantes e cadeia de custódia',
  'landing.preview_call': 'Chamada, realizada',
  'landing.preview_sealed': 'Selada no aparelho',
  'landing.preview_whole': 'Chegou completa',
  'landing.preview_unchanged': 'Inalterada hoje',
  'landing.footer': 'Holdfast, gravação de conformidade para dispositivos móveis gerenciados',
  'legal.updated': 'Última alteração em {date}',
}
