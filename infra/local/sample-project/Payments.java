import java.security.KeyPairGenerator;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;

/** A project to try the assessment on: a quantum computer breaks the first key, and CNSA 2.0 asks for a longer second one. */
class Payments {
    void prepare() throws Exception {
        KeyPairGenerator pairs = KeyPairGenerator.getInstance("RSA");
        pairs.initialize(2048);
        pairs.generateKeyPair();

        KeyGenerator keys = KeyGenerator.getInstance("AES");
        keys.init(128);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, keys.generateKey());
    }
}
