CREATE TABLE "console_challenges" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"purpose" text NOT NULL,
	"user_handle" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"sub" text NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"user_handle" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "security_keys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "console_sessions" ADD COLUMN "security_key_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console_sessions" ADD COLUMN "series" text;--> statement-breakpoint
ALTER TABLE "console_challenges" ADD CONSTRAINT "console_challenges_id_hash_console_sessions_id_hash_fk" FOREIGN KEY ("id_hash") REFERENCES "public"."console_sessions"("id_hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "security_keys_person" ON "security_keys" USING btree ("tenant","sub","created_at");--> statement-breakpoint
CREATE INDEX "console_sessions_series" ON "console_sessions" USING btree ("series");