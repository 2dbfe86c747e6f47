import type { ClassWords } from './classes.ts'

const CHINESE: ClassWords = {
  setAside: '忽略* 忽视* 无视* 忘记* 忘掉* 不要理会* 抛开* 绕过* 跳过* 无需遵守* 不必遵守* 無視* 忘れ* 抛弃* 取消*',
  prior: '之前* 以前* 上述* 上面* 先前* 前面* 以上* 此前* 所有* 一切* 全部* 原来*',
  rules: '指令* 指示* 规则* 提示词* 命令* 设定* 要求* 限令* 指南* 准则* 说明* 规定*',
  inner: '系统* 隐藏* 内部* 机密* 秘密* 开发者* 初始*',
  reveal: '显示* 输出* 泄露* 告诉* 透露* 重复* 打印* 展示* 公开* 复述* 说出*',
  secret: '密码* 密钥* 口令* 凭证* 令牌*',
  limits: '限制* 过滤* 审查* 道德* 伦理* 约束* 底线* 安全*',
  without: '没有* 不受* 无任何* 毫无* 不再* 不要* 绝不*',
  persona: '扮演* 假装* 假设* 角色* 模拟* 想象* 化身*',
  machine: '人工智能* 助手* 模型* 机器人*',
  now: '现在* 从现在* 新的* 接下来* 今后*',
  refuse: '拒绝* 道歉* 抱歉* 警告* 免责* 推脱*',
  harm: '炸弹* 武器* 黑客* 毒药* 毒品* 杀人* 偷* 病毒* 诈骗* 爆炸*',
  send: '发送* 转发* 上传* 邮件*',
  answer: '回答* 回复* 开头* 开始*',
  must: '必须* 务必* 总是* 立即* 服从* 无条件*',
  fiction: '故事* 小说* 电影* 虚构* 游戏* 场景* 剧本*',
  authority: '管理员* 授权* 警察* 工程师* 开发人员*',
  data: '数据* 客户* 用户* 账户*',
  forbidden: '非法* 危险* 违法* 有害* 禁止*',
  about: '意思* 例如* 例子* 攻击* 什么* 如何* 翻译* 解释*',
  you: '你* 您*',
}

const JAPANESE: ClassWords = {
  setAside: '無視* 忘れ* 破棄* 無効* 従わな* スキップ* 取り消*',
  prior: '以前* これまで* 上記* 前の* 先ほど* すべて* 全て* 今まで* 元の*',
  rules: '指示* 命令* ルール* 規則* プロンプト* 制約* ガイドライン* 設定*',
  inner: 'システム* 内部* 隠され* 秘密* 開発者*',
  reveal: '表示* 教えて* 見せ* 出力* 公開* 繰り返* 明かし* 開示*',
  secret: 'パスワード* 秘密* 鍵* 合言葉* キー*',
  limits: '制限* フィルタ* 検閲* 倫理* 道徳*',
  without: 'なし* ない* 一切* 決して*',
  persona: 'ふり* 演じ* 役* なりき* 振る舞* キャラ*',
  machine: 'アシスタント* モデル* ボット*',
  now: '今から* これから* 新しい* 今後*',
  refuse: '拒否* 断ら* 断る* 謝罪* 警告*',
  harm: '爆弾* 武器* ハッキング* 毒* 麻薬* 殺* 盗* 詐欺*',
  send: '送信* 送って* 転送*',
  answer: '答え* 回答* 返答*',
  must: '必ず* 絶対* 常に* 直ちに* 従って*',
  fiction: '物語* 小説* 映画* 架空* ゲーム*',
  about: '意味* 例* 攻撃* とは* 翻訳* 説明*',
  you: 'あなた* お前* 君*',
}

const KOREAN: ClassWords = {
  setAside: '무시* 잊어* 잊고* 무효* 건너뛰* 따르지 해제* 우회*',
  prior: '이전* 앞의 앞선 위의 지금까지* 모든 기존*',
  rules: '지시* 명령* 규칙* 지침* 프롬프트* 설정* 제약*',
  inner: '시스템* 숨겨진 내부* 비밀* 개발자*',
  reveal: '보여* 알려* 출력* 공개* 반복* 말해* 유출*',
  secret: '비밀번호* 암호* 비밀* 키를',
  limits: '제한* 필터* 검열* 윤리* 도덕* 안전*',
  without: '없이* 없는* 절대* 않는* 말고*',
  persona: '척* 역할* 연기* 행동* 가정* 상상*',
  machine: '인공지능* ai* 비서* 모델* 챗봇*',
  now: '지금부터* 이제* 새로운* 앞으로*',
  refuse: '거부* 거절* 사과* 경고*',
  harm: '폭탄* 무기* 해킹* 독약* 마약* 살인* 훔치* 사기*',
  send: '보내* 전송* 전달*',
  answer: '대답* 답변* 답해* 시작*',
  must: '반드시* 항상* 무조건* 즉시* 복종*',
  fiction: '이야기* 소설* 영화* 가상* 게임*',
  about: '의미* 예시* 공격* 무엇* 번역* 설명*',
  you: '너* 당신* 네*',
}

const MIDDLE_EASTERN: ClassWords = {
  setAside:
    'تجاهل* انس* انسى* تخطى* اترك* تغاضى* نادیده* فراموش* بگذر* התעלם* תתעלם* שכח* תשכח* yoksay* yok görmezden unut* boşver* atla geç*',
  prior: 'السابقة السابق* أعلاه كل جميع قبلی* پیشین* همه تمام הקודמות הקודמים כל önceki yukarıdaki tüm bütün',
  rules:
    'التعليمات تعليمات* القواعد قواعد* الأوامر أوامر* توجيهات* التوجيهات دستور* دستورالعمل* قوانین* ההוראות הוראות* הכללים כללים* talimat* kural* yönerge* komut* emir*',
  inner: 'النظام نظام* السري* المخفي* سیستم* پنهان* המערכת מערכת* הסודי* sistem* gizli*',
  reveal:
    'أظهر* اكشف* اعرض* كرر* أخبرني* اطبع* نشان* بگو* فاش* הצג* גלה* חזור* תראה* göster* açıkla* tekrarla* yazdır* söyle*',
  secret: 'كلمة السر المرور رمز* گذرواژه* סיסמה* סיסמא* şifre* parola*',
  limits:
    'قيود* القيود حدود* رقابة* فلتر* محدودیت* سانسور* הגבלות* מגבלות* סינון* kısıtlama* sınır* filtre* sansür* etik*',
  without: 'بدون دون لا أبدا بلا بدون هیچ ללא בלי אף hiçbir olmadan asla',
  persona: 'تظاهر* تصرف* دور* تقمص* تخيل* وانمود* نقش* התנהג* תעמיד* דמות* gibi davran* rol* taklit* hayal',
  machine: 'الذكاء المساعد* نموذج* هوش* דינה בינה yapay zeka asistan*',
  now: 'الآن جديد* فصاعدا اکنون حالا עכשיו מעכשיו şimdi artık bundan yeni',
  refuse: 'ترفض* رفض* تعتذر* اعتذار* رد* נצח תסרב* לסרב reddet* özür* uyarı*',
  harm: 'قنبلة* سلاح* اختراق* سم مخدرات* قتل* بمب* اسلحه* פצצה* נשק* bomba* silah* zehir* uyuşturucu* hackle*',
  send: 'أرسل* ارسل* بفرست* שלח* gönder* ilet*',
  answer: 'أجب* جاوب* ابدأ* پاسخ* ענה* תענה* cevap* yanıt* başla*',
  must: 'يجب دائما فورا باید همیشه חייב תמיד מיד zorunda* daima hemen mutlaka itaat*',
  fiction: 'قصة* رواية* خيال* فيلم* داستان* סיפור* סרט* hikaye* roman* film* kurgu* oyun*',
  about: 'معنى* مثال* هجوم* ترجم* معنی* משמעות* דוגמ* anlam* örnek* saldırı* çevir*',
  you: 'أنت انت شما تو אתה sen senin siz',
}

const SOUTH_ASIAN: ClassWords = {
  setAside:
    'अनदेखा नज़रअंदाज़ नजरअंदाज भूल* छोड़* उपेक्षा bhool* bhul* ignore* nazarandaz chhod* উপেক্ষা ভুলে নেগুলি புறக்கணி* மறந்து* نظر نظرانداز بھول*',
  prior:
    'पिछले पिछली पहले ऊपर सभी सारे सब pichle pichli pehle saare sab upar পূর্ববর্তী আগের সমস্ত সব முந்தைய அனைத்து پچھلی تمام',
  rules:
    'निर्देश* नियम* आदेश* हुक्म niyam* nirdesh* aadesh* instructions rules নির্দেশ* নিয়ম* அறிவுறுத்தல்* வழிமுறை* விதி* ہدایات قواعد',
  inner: 'सिस्टम छिपा* छुपे गुप्त system chhupa* সিস্টেম গোপন கணினி ரகசிய سسٹم خفیہ',
  reveal: 'दिखा* बता* प्रकट दोहरा* dikha* bata* batao দেখাও বলো প্রকাশ காட்டு* சொல்* دکھا* بتا*',
  secret: 'पासवर्ड गोपनीय password পাসওয়ার্ড கடவுச்சொல்* پاسورڈ',
  limits: 'प्रतिबंध* सीमा* रोक* नैतिक* pabandi* rok* limit* সীমাবদ্ধতা কোনো கட்டுப்பாடு* پابندی*',
  without: 'बिना कोई नहीं कभी bina koi nahi kabhi mat ছাড়া இல்லாமல் بغیر',
  persona: 'नाटक अभिनय भूमिका जैसे* natak acting banke ban jao* ভান অভিনয় நடி* اداکاری',
  now: 'अब अभी नया ab abhi naya এখন இப்போது اب',
  refuse: 'मना इनकार माफी mana inkaar refuse প্রত্যাখ্যান மறுக்க* انکار',
  harm: 'बम हथियार हैक ज़हर नशा bomb hathiyar hack zeher chori বোমা வெடிகுண்டு* بم',
  answer: 'जवाब उत्तर शुरू jawab uttar shuru উত্তর பதில்* جواب',
  must: 'ज़रूर हमेशा तुरंत चाहिए hamesha turant zaroor সবসময় எப்போதும் ہمیشہ',
  fiction: 'कहानी उपन्यास काल्पनिक kahani গল্প கதை* کہانی',
  about: 'मतलब अर्थ उदाहरण matlab অর্থ உதாரண* مطلب',
  you: 'तुम आप तू tum aap tu তুমি আপনি நீ நீங்கள் آپ تم',
}

const SOUTH_EAST_ASIAN_AND_AFRICAN: ClassWords = {
  setAside:
    'abaikan lupakan bỏ qua quên phớt lờ ละเว้น* เพิกเฉย* ลืม* ไม่สนใจ* puuza* sahau* balewalain kalimutan huwag pansinin ungayinaki',
  prior:
    'sebelumnya semua di atas trước mọi tất cả ก่อนหน้า* ทั้งหมด* ข้างต้น* yote zilizopita awali nakaraang lahat naunang',
  rules:
    'instruksi* perintah* aturan* pedoman* lệnh hướng dẫn quy tắc chỉ thị คำสั่ง* กฎ* maagizo* maelekezo* sheria* tagubilin* utos panuto patakaran',
  inner: 'sistem tersembunyi rahasia hệ thống ẩn ระบบ* ลับ* mfumo siri sistema lihim',
  reveal:
    'tampilkan tunjukkan ungkapkan ulangi hiển thị tiết lộ cho lặp แสดง* เปิดเผย* บอก* onyesha* funua* rudia* ipakita ibunyag',
  secret: 'sandi kata rahasia mật khẩu รหัสผ่าน* nenosiri nywila',
  limits: 'batasan* filter* sensor* etika giới hạn kiểm duyệt ข้อจำกัด* vizuizi* mipaka* limitasyon*',
  without: 'tanpa tidak jangan không chẳng โดยไม่* ไม่มี* bila bila hakuna walang',
  persona:
    'berpura-pura berperan* seolah* anggap giả vờ đóng vai แกล้ง* สวมบทบาท* ทำตัว* jifanye* igiza* magpanggap kunwari',
  now: 'sekarang mulai baru bây giờ từ mới ตอนนี้* ต่อไปนี้* sasa kuanzia ngayon mula',
  refuse: 'menolak tolak maaf từ chối xin lỗi ปฏิเสธ* kataa* tanggihan',
  about: 'artinya contoh nghĩa ví dụ หมายความ* ตัวอย่าง* maana mfano ibig sabihin halimbawa',
  you: 'kamu anda kau bạn mày คุณ* wewe ikaw mo',
}

export const OTHER_LANGUAGES: readonly ClassWords[] = [
  CHINESE,
  JAPANESE,
  KOREAN,
  MIDDLE_EASTERN,
  SOUTH_ASIAN,
  SOUTH_EAST_ASIAN_AND_AFRICAN,
]
