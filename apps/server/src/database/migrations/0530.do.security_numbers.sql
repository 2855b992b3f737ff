-- What guards sign-ins is no looser than shipped.
update site_config
   set sign_in_tries = least(sign_in_tries, 5),
       sign_in_lock_ms = greatest(sign_in_lock_ms, 900000),
       sign_ins_a_minute = least(sign_ins_a_minute, 5),
       refreshes_a_minute = least(refreshes_a_minute, 30),
       orders_a_second = least(orders_a_second, 10),
       money_a_minute = least(money_a_minute, 5),
       otps_a_minute = least(otps_a_minute, 3),
       code_resend_ms = greatest(code_resend_ms, 60000),
       codes_an_hour = least(codes_an_hour, 5);
